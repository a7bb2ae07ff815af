-- depends: 0291.session_links
-- Whatever names a user at sign-in, at a reset and at a recovery names the same user everywhere.

create or replace function gatehouse_user_of(identifier text) returns uuid language sql stable as $$
  select case when position('@' in identifier) > 0 then public.gatehouse_person_of(identifier)
    else (select n.user_id from public.usernames n where n.folded = identifier) end
$$;
comment on function gatehouse_user_of(text) is
  'the user with this normalized address, primary or verified besides, or user name in small letters';
