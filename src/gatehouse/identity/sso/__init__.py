"""Signing in through a tenant's own identity provider.

`connections` is what a tenant has said of its providers, `domains` which addresses they speak for, `groups`
which roles their groups give.
"""
