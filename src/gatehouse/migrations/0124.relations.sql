-- depends: 0123.approvals
-- What the vendor's product has, how somebody may stand to it, and what follows; and its own API's routes.

create table entity_types (
  key text primary key,
  description text not null,
  created_at timestamptz not null
);
call gatehouse_keep_to_system('entity_types');

create table entity_relations (
  entity_type_key text not null references entity_types (key) on delete cascade,
  key text not null,
  subject_type_keys text[] not null,
  primary key (entity_type_key, key)
);
comment on column entity_relations.subject_type_keys is 'what may stand in this relation to an entity of the type';
call gatehouse_keep_to_system('entity_relations');

create table entity_actions (
  entity_type_key text not null references entity_types (key) on delete cascade,
  key text not null,
  relation_keys text[] not null,
  primary key (entity_type_key, key)
);
comment on column entity_actions.relation_keys is 'whoever stands in one of these may do it';
call gatehouse_keep_to_system('entity_actions');

create table relation_assignments (
  target_type_key text not null,
  target_key text not null,
  relation_key text not null,
  subject_type_key text not null references entity_types (key) on delete cascade,
  subject_key text not null,
  active_from timestamptz,
  active_until timestamptz,
  created_at timestamptz not null,
  primary key (target_type_key, target_key, relation_key, subject_type_key, subject_key),
  foreign key (target_type_key, relation_key) references entity_relations (entity_type_key, key)
    on delete cascade
);
call gatehouse_keep_to_system('relation_assignments');
create index relation_assignments_by_relation on relation_assignments (target_type_key, relation_key);
create index relation_assignments_by_subject on relation_assignments (subject_type_key, subject_key);

create table api_routes (
  id uuid primary key,
  method text not null check (method in ('GET', 'POST', 'PUT', 'PATCH', 'DELETE', '*')),
  path text not null,
  priority integer not null,
  description text not null,
  policy_type text not null check (policy_type in ('allow', 'deny', 'ruleBased')),
  rules jsonb not null,
  created_at timestamptz not null,
  unique (method, path)
);
call gatehouse_keep_to_system('api_routes');

create table api_route_configuration (
  id uuid primary key,
  access_control_mode text not null check (access_control_mode in ('guard', 'monitor')),
  updated_at timestamptz not null
);
comment on table api_route_configuration is 'the vendor''s: one row, or none, which is monitor';
create unique index api_route_configuration_once on api_route_configuration ((true));
call gatehouse_keep_to_system('api_route_configuration');
