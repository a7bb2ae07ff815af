"""What people are told of in the product itself: the bell."""
