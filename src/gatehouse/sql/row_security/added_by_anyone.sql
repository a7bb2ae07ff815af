-- Every transaction may add a message or note a change of entitlements, and only the system scope reads
-- them.
-- test: tests/kit/test_triggers.py::test_a_tenant_may_record_a_change_of_entitlements_and_add_a_message
create policy anybody_adds on entitlement_changes for insert with check (true);
create policy anybody_adds on outgoing_messages for insert with check (true);
