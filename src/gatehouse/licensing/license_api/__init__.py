"""What a licensed tool calls with its license key: validity, seats, usage, the license file."""
