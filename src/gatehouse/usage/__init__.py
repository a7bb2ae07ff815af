"""How much an account uses the product, month by month."""
