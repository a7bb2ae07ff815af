"""Turns what the payment provider reports into licenses."""
