"""Events told in Slack: the workspace of an account, and which of its channels are told of what."""
