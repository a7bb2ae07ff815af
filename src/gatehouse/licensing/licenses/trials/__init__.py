"""What happens when a trial is over."""
