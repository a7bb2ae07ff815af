"""What happened in an account and how safe it is, as a page and by mail to its administrators."""
