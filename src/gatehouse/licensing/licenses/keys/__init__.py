"""What a tool is set up with, handed to people: the license key and the license file."""
