"""What the vendor's backends ask about access tokens of machines before they take one."""
