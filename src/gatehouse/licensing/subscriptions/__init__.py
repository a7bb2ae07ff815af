"""What an administrator does with a running subscription: end it, go on, pay in another way."""
