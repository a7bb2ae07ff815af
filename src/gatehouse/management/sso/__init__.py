"""What the vendor's backends say of single sign-on: whose it is, who does without, whose domains are."""
