"""What the browser script may do with the client token: previews and checkouts."""
