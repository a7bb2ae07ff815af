"""What the licensing portal needs before anybody has signed in."""
