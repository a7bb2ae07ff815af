"""Documents of text as PDF, in the letters of most languages."""
