"""How often a person may be wrong with their second factors, whichever they try and wherever."""
