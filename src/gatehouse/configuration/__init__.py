"""Changes of the vendor's document: checked whole, written in one transaction, audited."""
