-- depends: 0191.business_indexes
-- How often people signed in on days that are over, so that the vendor's overview does not count them in the audit
-- each time.
create table sign_in_days (
  day date primary key, -- of UTC
  sign_ins bigint not null,
  people bigint not null,
  cut_at timestamptz
);
comment on column sign_in_days.cut_at is 'where the day had more entries than are counted: what happened before was not looked at';
call gatehouse_keep_to_system('sign_in_days');
