"""Events of the vendor's own product, which accounts can be told of."""
