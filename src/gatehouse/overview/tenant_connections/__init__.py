"""The single sign-on and the directories of one account, as the vendor sees them: how they do."""
