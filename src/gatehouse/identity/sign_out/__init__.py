"""Background sign-out, and the notification of the company's identity provider afterwards."""
