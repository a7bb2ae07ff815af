"""What people may do: roles, and the permissions they hold."""
