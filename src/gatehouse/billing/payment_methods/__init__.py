"""How accounts pay."""
