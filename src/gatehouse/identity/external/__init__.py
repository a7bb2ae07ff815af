"""Accounts elsewhere: how another server is asked who somebody is, and whose account here that opens.

`client.py` speaks OAuth 2 and OpenID Connect, `sign_ins.py` keeps who is under way, `linking.py` is the one
decision about whose account it is. What kinds of providers there are is for those who use this.
"""
