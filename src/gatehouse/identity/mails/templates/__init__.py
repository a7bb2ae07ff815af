"""Mail templates of the vendor, with named placeholders."""
