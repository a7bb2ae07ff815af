"""Support of the vendor acts in somebody's name, where their account lets it."""
