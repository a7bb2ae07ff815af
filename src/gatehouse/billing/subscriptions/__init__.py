"""Subscriptions of accounts: begun, changed, ended at the end of what is paid."""
