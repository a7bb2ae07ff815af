-- depends: 0214.native_sign_in
-- What a template said of addresses when it was written, to be given back as it was.

alter table mail_templates
  add column redirect_url text,
  add column success_redirect_url text;
comment on column mail_templates.redirect_url is 'as it was sent; links lead to the sign-in pages all the same';
comment on column mail_templates.success_redirect_url is 'as it was sent; without effect';
