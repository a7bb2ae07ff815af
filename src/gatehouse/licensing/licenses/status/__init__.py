"""What the vendor decides about a license, beside what is paid: suspended, revoked, restored."""
