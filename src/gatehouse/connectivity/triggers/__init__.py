"""Events of the vendor's product: its backend triggers them, the account's subscriptions tell of them."""
