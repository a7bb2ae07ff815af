"""Signing in without a password: a mailed code, a mailed link, a code by text message.

Whoever asks is told the same, at the same pace, whether or not there is such a person: a job finds out.
What comes back counts only with the cookie of the browser that asked.
"""
