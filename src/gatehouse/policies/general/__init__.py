"""The policies that hold for everybody, as a signed-in client reads them."""
