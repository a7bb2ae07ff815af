"""Prices: lines, discounts, tax, proration, totals. All amounts are whole minor units."""
