"""From a proof of who somebody is to a session, or to the next thing that is asked of them.

Every way in ends in `flow.sign_in` or, after a second factor, in `flow.finish`; nothing else starts a
session. `rules.py` is the order of what is asked.
"""
