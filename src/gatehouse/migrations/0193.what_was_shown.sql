-- depends: 0192.sign_in_days
-- Whoever signs up with an address may be anybody until the mail was opened: what they say about the person
-- goes with them, unless the browser that said it opens the mail.
alter table users add column metadata_claimed boolean not null default false;
comment on column users.metadata_claimed is
  'the metadata was given by whoever signed up with the address, which nobody has proved yet';

-- A tenant says how long a browser is remembered; so one that a session enters later asks since when this one is.
alter table sessions add column remembered_at timestamptz;
comment on column sessions.remembered_at is
  'when the second factor was shown in the browser, where the session began without it';
