"""What all tests share: how many examples Hypothesis draws.

A few in the ordinary run, the same ones each time where CI is set. `.ci/nightly` draws hundreds, with
``--hypothesis-profile=noughts-long``. So a test says how many only where its examples are unusually slow.
"""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("noughts", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("noughts-ci", settings.get_profile("noughts"), derandomize=True, print_blob=True)
settings.register_profile("noughts-long", settings.get_profile("noughts"), max_examples=500, print_blob=True)
settings.load_profile("noughts-ci" if os.environ.get("CI") else "noughts")

signal.signal(signal.SIGINT, signal.default_int_handler)  # programs under test heed Ctrl-C, whatever this run was told
