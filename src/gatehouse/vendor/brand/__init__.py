"""How the vendor looks to everybody: its name, marks and accent, wherever a page or a mail shows them."""
