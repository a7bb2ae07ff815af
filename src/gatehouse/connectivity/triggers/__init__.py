"""Events of the vendor's product: its backend triggers them, and the tenant's subscriptions send them."""
