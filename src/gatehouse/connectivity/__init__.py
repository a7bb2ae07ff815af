"""What leaves an account: which events there are, and the webhooks, mails and messages that tell of them."""
