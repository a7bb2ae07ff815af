"""Sessions and their tokens: started, kept alive, listed, ended."""
