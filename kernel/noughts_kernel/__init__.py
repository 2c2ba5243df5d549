"""The compiled solver of noughts, in C++17. `noughts.solver` is the public interface to it."""

from noughts_kernel._kernel import Control, General, Mnk, PatternTables, ScoreBounds, Verdict

__all__ = ["Control", "General", "Mnk", "PatternTables", "ScoreBounds", "Verdict"]
