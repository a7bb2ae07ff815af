"""Payment methods, and what each test card does."""
