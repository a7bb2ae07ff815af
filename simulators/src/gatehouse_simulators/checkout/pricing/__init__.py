"""What something costs: lines, discounts, tax, proration, totals. Whole minor units throughout."""
