"""What somebody signs in with and where they are signed in, as the vendor's support sees and ends it."""
