"""What people have let other companies' applications know of them."""
