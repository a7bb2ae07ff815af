"""A connection from the metadata that an identity provider publishes: pasted, uploaded, or at an address."""
