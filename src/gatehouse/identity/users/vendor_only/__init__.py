"""User operations that only the vendor's backends have: without mail, across tenants, and on MFA factors."""
