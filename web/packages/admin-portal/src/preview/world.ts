import type { Group, Permission, Role, TeamUser } from '../wire'
import { ago, newId, TENANT_ID, VENDOR_ID } from './sample'

/** The sample data of one preview. Each preview has its own, changed by what is tried there. */
export interface World {
  readonly permissions: Permission[]
  readonly roles: Role[]
  readonly users: TeamUser[]
  readonly groups: Group[]
}

const CATEGORY = newId()
export const CATEGORY_FACTS = { id: CATEGORY, name: 'Team', description: 'People, roles and groups' }

const KEYS = [
  ['fe.secure.read.users', 'View users'],
  ['fe.secure.write.users', 'Invite users'],
  ['fe.secure.delete.users', 'Remove users'],
  ['fe.secure.read.roles', 'View roles'],
  ['fe.secure.read.groups', 'View groups'],
  ['fe.secure.read.audits', 'View the audit log'],
] as const

const permission = ([key, name]: readonly [string, string]): Permission => ({
  id: newId(),
  key,
  name,
  description: '',
  categoryId: CATEGORY,
  fePermission: true,
  assignmentType: 'ALWAYS',
  roleIds: [],
  createdAt: ago(400),
  updatedAt: ago(400),
})

const role = (name: string, level: number, description: string, permissions: string[], own = false): Role => ({
  id: newId(),
  key: name.toLowerCase(),
  name,
  description,
  isDefault: name === 'Viewer',
  firstUserRole: name === 'Admin',
  level,
  permissions,
  ...(own && { tenantId: TENANT_ID }),
  vendorId: VENDOR_ID,
  createdAt: ago(400),
  updatedAt: ago(30),
})

const PEOPLE = [
  ['Ada Lovelace', 'Admin', 0.01],
  ['Grace Hopper', 'Editor', 0.4],
  ['Alan Turing', 'Viewer', 3],
  ['Katherine Johnson', 'Editor', 9],
  ['Edsger Dijkstra', 'Viewer', 120],
  ['Margaret Hamilton', 'Support', null],
] as const

function person(name: string, held: Role, joined: number, seen: number | null): TeamUser {
  const id = newId()
  return {
    id,
    sub: id,
    email: `${name.toLowerCase().replace(' ', '.')}@example.com`,
    name,
    verified: seen !== null,
    mfaEnrolled: seen !== null && seen < 5,
    provider: 'local',
    tenantId: TENANT_ID,
    tenantIds: [TENANT_ID],
    activatedForTenant: seen !== null,
    isLocked: false,
    isDisabled: false,
    tenants: [{ tenantId: TENANT_ID, roles: [held], isDisabled: false }],
    managedBy: 'frontegg',
    metadata: '{}',
    subAccountAccessAllowed: true,
    createdAt: ago(joined),
    joinedAt: ago(joined),
    ...(seen !== null && { lastLogin: ago(seen) }),
    roles: [held],
    rolesIds: [held.id],
    roleIds: [held.id],
    permissions: [],
    groups: [],
  }
}

export function createWorld(): World {
  const permissions = KEYS.map(permission)
  const all = permissions.map(({ id }) => id)
  const roles = [
    role('Admin', 0, 'Runs the account', all),
    role('Editor', 5, 'Works with everything in it', all.slice(0, 2)),
    role('Viewer', 10, 'Sees everything, changes nothing', all.slice(0, 1)),
    role('Support', 8, 'Answers customers', all.slice(3), true),
  ]
  const users = PEOPLE.map(([name, held, seen], index) => {
    const found = roles.find((one) => one.name === held) ?? (roles[0] as Role)
    return person(name, found, 300 - index * 40, seen)
  })
  const members = users.slice(1, 4)
  const groups: Group[] = [
    {
      id: newId(),
      name: 'Engineering',
      color: '#2f9e44',
      description: 'Builds and runs the product',
      metadata: '{}',
      managedBy: 'frontegg',
      createdAt: ago(200),
      updatedAt: ago(20),
      roles: roles.slice(1, 2),
      users: members.map(({ id, email, name, activatedForTenant, createdAt }) => ({
        id,
        email,
        name,
        activatedForTenant,
        createdAt,
      })),
      usersCount: members.length,
    },
  ]
  return { permissions, roles, users, groups }
}
