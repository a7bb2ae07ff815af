-- depends: 0320.composed_names
-- After a change both secrets sign for a day, so that a receiver can be given the new one meanwhile.
alter table webhooks add column sealed_previous_secret bytea;
alter table webhooks add column previous_secret_until timestamptz;
comment on column webhooks.previous_secret_until is 'until then the previous secret signs, too';
