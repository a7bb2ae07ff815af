"""What the vendor has configured, as far as everybody may know it."""
