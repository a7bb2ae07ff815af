-- Retired: this version does not call it. Whether a tenant sees more of a member than the address.
create or replace function gatehouse_knows(activated boolean, verified boolean, home uuid, tenant uuid)
  returns boolean language sql immutable parallel safe as $$ select activated $$;
