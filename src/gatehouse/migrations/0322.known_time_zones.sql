-- depends: 0321.previous_webhook_secrets
-- Any text was accepted until now. Days were those of UTC for what is no time zone, so the zone may as well be missing.
update tenants set timezone = null
  where timezone is not null and not exists (select from pg_timezone_names where name = timezone);
update tenants set currency = null where currency !~ '^[A-Za-z]{3}$';
