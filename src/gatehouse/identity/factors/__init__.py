"""What a person has besides a password: second factors, passkeys, recovery code, remembered devices."""
