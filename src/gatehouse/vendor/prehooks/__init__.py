"""Services of the vendor that are asked before something happens, as it has configured them."""
