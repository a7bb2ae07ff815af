"""The vendor's API of the policies that tenants have by default."""
