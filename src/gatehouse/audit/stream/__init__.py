"""The audit as it happens, for a collector of logs outside: by HTTP, by syslog, or into a file."""
