-- depends: 0236.paying_organizations
-- Names are stored and searched in Unicode normalization form C. A group or role whose composed name another one has already
-- keeps its name until somebody saves it.
update users set name = normalize(name) where name is not normalized;
update tenants set name = normalize(name) where name is not normalized;
update groups g set name = normalize(name) where name is not normalized and not exists (
  select from groups o where o.tenant_id = g.tenant_id and o.id <> g.id and lower(normalize(o.name)) = lower(normalize(g.name))
);
update roles r set name = normalize(name) where name is not normalized and not exists (
  select from roles o where o.tenant_id is not distinct from r.tenant_id and o.id <> r.id
    and lower(normalize(o.name)) = lower(normalize(r.name))
);
