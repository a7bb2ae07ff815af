"""Licenses that the vendor gives outside the payment provider, and what it gives beside what is paid."""
