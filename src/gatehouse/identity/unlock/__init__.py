"""End a lockout after wrong passwords by a mailed link, where the vendor offers that."""
