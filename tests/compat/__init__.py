"""The calls of unmodified public clients, as recorded from five of their generations in a browser: same
order, headers and bodies, and what each reads from the answers."""
