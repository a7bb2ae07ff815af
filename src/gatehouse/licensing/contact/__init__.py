"""Writing to the vendor from the licensing portal."""
