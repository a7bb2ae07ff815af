-- depends: 0130.audit_blocks
-- The vendor's own people, who see every account. They sign in as everybody does.
create table staff (
  user_id uuid primary key references users (id) on delete cascade,
  role text not null check (role in ('owner', 'support', 'finance', 'read-only')),
  created_at timestamptz not null
);
call gatehouse_keep_to_system('staff');
