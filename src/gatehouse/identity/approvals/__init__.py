"""What waits until others have said yes: asked by the vendor's backends, answered by mailed links."""
