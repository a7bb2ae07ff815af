"""Relation-based access control: relations of subjects to entities of the vendor's product, and the actions
they allow."""
