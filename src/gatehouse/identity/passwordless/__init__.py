"""Sign in without a password: a mailed code, a mailed link, a code by text message.

A request gets one answer, at one pace, whether or not the user exists: a job looks the user up. The code
or link is valid only with the cookie of the requesting browser.
"""
