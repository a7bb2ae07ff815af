"""Installation-wide policies as a signed-in client reads them."""
