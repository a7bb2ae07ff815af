-- Views and functions with the rights of the schema's owner read these tables whole. Row security binds the
-- owner too, so a policy lets the owner through; each of those views and functions checks the scope by
-- itself.
-- test: tests/kit/test_triggers.py::test_what_the_owner_reads_for_the_application
create policy locks on passwords to current_user using (true);
create policy search on licenses for select to current_user using (true);
create policy search on roster for select to current_user using (true);
create policy search on roster_search to current_user using (true);
create policy search on tenants for select to current_user using (true);
create policy search on users for select to current_user using (true);
create policy shown on vendor_credentials for select to current_user using (true);
