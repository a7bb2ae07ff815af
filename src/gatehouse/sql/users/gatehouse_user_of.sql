-- The id of the user whom this identifier names: a normalized address, or a user name in lower case.
-- Sign-in, password reset and recovery all use it, so that an identifier names the same user everywhere.
-- test: tests/identity/test_usernames.py::test_a_user_signs_in_by_the_chosen_name
create or replace function gatehouse_user_of(identifier text) returns uuid language sql stable as $$
  select case when position('@' in identifier) > 0 then public.gatehouse_person_of(identifier)
    else (select n.user_id from public.usernames n where n.folded = identifier) end
$$;
