"""Somebody signs out here, and their OpenID provider is told; or there, and their sessions here end."""
