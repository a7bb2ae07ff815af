"""Loaded before any test: from here on nothing of whoever starts the run is visible."""

from tests.isolation import inherit_nothing

inherit_nothing()
