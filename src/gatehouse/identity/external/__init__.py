"""External identities: authentication at another server, and the account that an identity opens.

`client.py` implements OAuth 2 and OpenID Connect, `sign_ins.py` stores pending sign-ins, `linking.py` is the
only decision about which account opens. The kinds of providers are defined by the callers.
"""
