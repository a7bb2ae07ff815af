"""Events sent to an account's own addresses, signed, again and again until they arrive or are given up."""
