"""Second factors: enrolled by who is signed in (`own`), shown and enrolled on the way in (`login`), shown
again for what is sensitive (`step_up`), and given up with the recovery code (`recover`)."""
