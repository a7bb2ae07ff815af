"""Loaded before any test: hides the environment of the user who starts the run."""

import gc

from tests.isolation import clear_environment

clear_environment()
# To load the product and to collect tests makes much and leaves no garbage: see `pytest_collection_finish`.
gc.disable()
