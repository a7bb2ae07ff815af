"""Other seats, another price, a discount, another name: what it would cost, and doing it."""
