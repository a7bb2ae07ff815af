"""Signing in to the default application on this server's pages (OAuth), as infrastructure code sets it up."""
