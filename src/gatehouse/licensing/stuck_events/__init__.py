"""Events of the payment provider that could not be applied: counted, listed, replayed."""
