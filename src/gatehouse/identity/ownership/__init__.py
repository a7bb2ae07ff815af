"""An account becomes that of whoever proves its address."""
