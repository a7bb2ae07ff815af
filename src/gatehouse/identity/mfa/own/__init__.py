"""The second factors of who is signed in."""
