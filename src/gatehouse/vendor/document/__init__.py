"""The vendor's whole configuration as one document (TOML): printed, checked whole, applied at once.

What is missing from a document stays as it is; `[remove]` names what goes. A new part of the document
is a `Section` of the area that it configures, named in `gatehouse.vendor_sections`.
"""
