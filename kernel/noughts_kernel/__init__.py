"""The compiled solver of noughts, in C++17: nothing but speed. `noughts.solver` is its face."""

from noughts_kernel._kernel import Control, General, Mnk, Net, Scored, Verdict

__all__ = ["Control", "General", "Mnk", "Net", "Scored", "Verdict"]
