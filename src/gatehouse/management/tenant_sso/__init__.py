"""The single sign-on of one account, as infrastructure code sets it up."""
