-- depends: 0209.asked_for_one_factor
-- Processes keep the hashes of applications' secrets with the rest of the configuration.

create trigger configured after insert or update or delete on application_secrets
  for each statement execute function gatehouse_configured();
