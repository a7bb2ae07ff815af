"""Prehooks: the vendor's services decide before a user signs up, is invited, signs in or gets a token.

What is sent, and how it is answered, is the hosted platform's. Its guides say the verdicts,
`x-webhook-secret`, five seconds, the `error` with a status and a message, and the older `continue`
(`developers.frontegg.com/ciam/guides/integrations/`: `prehooks`, `api-prehooks`); published samples have
`prehookContext`, `data.claims`, `response.claims`, `response.user` and `response.tenant`. Its Terraform
provider names the keys `SIGN_UP` and `USER_INVITE`; those of the other moments are named in the same manner.
"""
