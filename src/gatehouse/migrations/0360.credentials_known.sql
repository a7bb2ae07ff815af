-- depends: 0236.paying_organizations
-- Processes keep what the vendor's credentials permit with the rest of the configuration. Their use does not notify.

create trigger configured after insert or delete or update of permissions, revoked_at on vendor_credentials
  for each statement execute function gatehouse_configured();
