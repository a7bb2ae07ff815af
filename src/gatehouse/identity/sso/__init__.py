"""Single sign-on through a tenant's own identity provider.

`connections` holds the settings of the providers, `domains` the email domains that a connection serves,
`groups` the roles that the provider's groups grant.
"""
