"""Everything that one account has, to hand over or to keep."""
