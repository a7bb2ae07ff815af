"""Where somebody is sent who signs in through a connection, and what comes of their coming back.

`prelogin` says where, `oidc` speaks with the provider, `people` decides whose account it is and which roles
they have.
"""
