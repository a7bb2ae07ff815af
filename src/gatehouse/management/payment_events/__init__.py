"""Events of the payment provider that could not be applied, for the vendor."""
