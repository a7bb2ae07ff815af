-- depends: 0161.staff_entries
-- Where people land who came from nowhere in particular.
alter table vendor add column home_url text;
comment on column vendor.home_url is 'a path here or another address; null is the licensing portal';
