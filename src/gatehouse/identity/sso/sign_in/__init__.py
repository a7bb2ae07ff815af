"""Sign-in through a connection: the redirect to the provider and the processing of its response.

`prelogin` finds the provider, `oidc` and `saml` exchange messages with it, `people` finds the account and its
roles.
"""
