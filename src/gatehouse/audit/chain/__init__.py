"""What was written into the audit cannot be changed, taken out or added later without being found."""
