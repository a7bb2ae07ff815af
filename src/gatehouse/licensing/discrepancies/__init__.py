"""Where the payment provider says something else than is kept here, and what a person does about it."""
