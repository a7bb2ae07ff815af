"""The vendor's whole configuration as one document (TOML): exported, validated as a whole, applied in one
transaction.

Settings missing from a document stay unchanged; `[remove]` names what is deleted. A new part of the document
is a `Section` of the area that it configures, named in `gatehouse.vendor_sections`.
"""
