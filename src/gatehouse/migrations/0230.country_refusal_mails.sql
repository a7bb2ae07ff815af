-- depends: 0228.license_standing_indexes
-- An account may have people told by mail when they are refused because of the country that they sign in from.

alter table entry_rules add column country_mail boolean not null default false;
comment on column entry_rules.country_mail is 'whoever is refused because of the country hears of it by mail';
