"""Tools without a domain: database, errors, lists, clock, crypto, jobs, HTTP."""
