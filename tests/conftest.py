"""What all tests share: how Hypothesis draws its examples. On a build server always the same ones."""

import os
import signal

from hypothesis import HealthCheck, settings

settings.register_profile("noughts", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("noughts-ci", settings.get_profile("noughts"), derandomize=True, print_blob=True)
settings.load_profile("noughts-ci" if os.environ.get("CI") else "noughts")

signal.signal(signal.SIGINT, signal.default_int_handler)  # programs under test heed Ctrl-C, whatever this run was told
