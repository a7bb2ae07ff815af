import type { Group, InviteLink, Role, TeamUser } from '../wire'
import { type Answers, PreviewError, withBody } from './answers'
import { ago, change, chosen, newId, pageOf, remove, TENANT_ID, VENDOR_ID } from './sample'
import { CATEGORY_FACTS, type World } from './world'

const TEAM = '/team/resources/members/v1'
const IN_TENANT = '/identity/resources/tenants/users/v1/{user_id}'
const GROUPS = '/identity/resources/groups/v1'
const ROLES = '/identity/resources/roles'

/** Users, groups and roles. */
export function people(world: World): Answers {
  return { ...users(world), ...links(), ...groups(world), ...roles(world) }
}

function users({ users: all, roles: known }: World): Answers {
  const words = ({ name, email }: TeamUser) => `${name} ${email}`
  const held = (ids: readonly string[]) => known.filter(({ id }) => ids.includes(id))
  const one = (id: string | undefined) => (user: TeamUser) => user.id === id
  const lists = (query: URLSearchParams) => pageOf(chosen(all, query, words), query)
  const v3 = ({ roles, roleIds, rolesIds, permissions, groups, ...facts }: TeamUser) => facts
  const everywhere = (user: TeamUser) => {
    const { permissions, activatedForTenant: activated, lastLogin } = user
    const here = { permissions, activated, ...(lastLogin && { lastLogin }) }
    return { ...v3(user), tenants: user.tenants.map((tenant) => ({ ...tenant, ...here })) }
  }
  const { length: count } = all
  return {
    'GET /identity/resources/users/v2': ({ query }) => lists(query),
    'GET /identity/resources/users/v3': ({ query }) => {
      const page = lists(query)
      return { ...page, items: page.items.map(v3) }
    },
    'GET /identity/resources/sub-tenants/users/v1': ({ query }) => {
      const page = lists(query)
      return { ...page, items: page.items.map(everywhere) }
    },
    'GET /identity/resources/users/v1/{user_id}': ({ path }) => {
      const found = all.find(one(path.user_id))
      return found && { ...found, vendorId: VENDOR_ID, updatedAt: found.createdAt, deletedAt: null }
    },
    'POST /identity/resources/users/v2': withBody<{ email: string; name?: string; roleIds?: string[] }>(({ body }) => {
      const given = held(body.roleIds ?? [])
      const made: TeamUser = {
        ...(all[count - 1] as TeamUser),
        id: newId(),
        email: body.email,
        name: body.name ?? '',
        activatedForTenant: false,
        createdAt: ago(0),
        joinedAt: ago(0),
        roles: given,
        roleIds: given.map(({ id }) => id),
        rolesIds: given.map(({ id }) => id),
      }
      all.push(made)
      return made
    }),
    [`PUT ${TEAM}`]: withBody<{ id: string; name?: string; roleIds?: string[] }>(({ body: { id, name, roleIds } }) => {
      const given = roleIds && held(roleIds)
      const ids = given?.map((role) => role.id)
      const after = change(all, one(id), {
        ...(name && { name }),
        ...(given && ids && { roles: given, roleIds: ids, rolesIds: ids }),
      })
      if (!after) return undefined
      const { email, roles: now, createdAt, joinedAt, verified, managedBy, isDisabled } = after
      const item = { id, email, name: after.name, tenantId: TENANT_ID, vendorId: VENDOR_ID, roles: now, createdAt }
      const rest = { activatedForTenant: after.activatedForTenant, mfaEnabled: after.mfaEnrolled, tenants: [] }
      return { item: { ...item, ...rest, roleIds: after.roleIds, joinedAt, verified, managedBy, isDisabled } }
    }),
    [`DELETE ${TEAM}/{user_id}`]: ({ path }) => remove(all, one(path.user_id)),
    [`POST ${TEAM}/{user_id}/resendActivationEmail`]: () => undefined,
    [`POST ${IN_TENANT}/disable`]: ({ path }) => void change(all, one(path.user_id), { isDisabled: true }),
    [`POST ${IN_TENANT}/enable`]: ({ path }) => void change(all, one(path.user_id), { isDisabled: false }),
    'POST /identity/resources/users/sessions/v1/revoke': () => undefined,
    'GET /identity/resources/users/temporary/v1/configuration': () => ({ enabled: true }),
    'PUT /identity/resources/users/temporary/v1/{user_id}': withBody<{ expirationInSeconds: number }>(
      ({ path, body }) => {
        const temporaryExpirationDate = ago(-body.expirationInSeconds / 86_400)
        change(all, one(path.user_id), { temporaryExpirationDate })
        return { temporaryExpirationDate, expirationInSeconds: body.expirationInSeconds }
      },
    ),
    'DELETE /identity/resources/users/temporary/v1/{user_id}': ({ path }) =>
      void change(all, one(path.user_id), { temporaryExpirationDate: null }),
  }
}

const MINUTES_OF_A_DAY = 1440

function links(): Answers {
  let link: InviteLink | undefined
  const LINK = '/identity/resources/tenants/invites'
  interface LinkRequest {
    readonly expiresInMinutes?: number
    readonly shouldSendEmail?: boolean
    readonly roleIds?: string[]
  }
  const until = ({ expiresInMinutes = 43_200 }: LinkRequest) => ago(-expiresInMinutes / MINUTES_OF_A_DAY)
  return {
    [`GET ${LINK}/v1/configuration`]: () => ({ tenantInvitationsAllowed: true, emailsEnabled: true }),
    [`GET ${LINK}/v1/user`]: () => {
      if (!link) throw new PreviewError(404, 'The invite link was not found')
      return link
    },
    [`POST ${LINK}/v2/user`]: withBody<LinkRequest>(({ body }) => {
      link = {
        id: newId(),
        vendorId: VENDOR_ID,
        tenantId: TENANT_ID,
        userId: newId(),
        token: 'preview',
        url: `${location.origin}/account/sign-up?invitationToken=preview`,
        expires: until(body),
        shouldSendEmail: body.shouldSendEmail ?? false,
        roleIds: body.roleIds ?? [],
      }
      return link
    }),
    [`PATCH ${LINK}/v1/user`]: withBody<LinkRequest>(({ body }) => {
      const { shouldSendEmail } = body
      link = link && { ...link, expires: until(body), ...(shouldSendEmail !== undefined && { shouldSendEmail }) }
      return link
    }),
    [`DELETE ${LINK}/v1/user`]: () => {
      link = undefined
    },
  }
}

function groups({ groups: all, roles: known, users }: World): Answers {
  const one = (id: string | undefined) => (group: Group) => group.id === id
  const findGroup = (id: string | undefined) => all.find(one(id))
  const withRoles = (id: string | undefined, next: (held: readonly Role[]) => Role[]) =>
    void change(all, one(id), { roles: next(findGroup(id)?.roles ?? []) })
  function withUsers(id: string | undefined, next: (held: readonly TeamUser['id'][]) => string[]) {
    const ids = next((findGroup(id)?.users ?? []).map((user) => user.id))
    const members = users.filter((user) => ids.includes(user.id))
    const shown = members.map(({ email, name, activatedForTenant, createdAt, ...user }) => ({
      id: user.id,
      email,
      name,
      activatedForTenant,
      createdAt,
    }))
    change(all, one(id), { users: shown, usersCount: shown.length })
  }
  type Roles = { readonly roleIds: readonly string[] }
  type Users = { readonly userIds: readonly string[] }
  return {
    'GET /identity/resources/groups/v2': ({ query }) => ({
      ...pageOf(
        chosen(all, query, ({ name }) => name),
        query,
      ),
    }),
    [`GET ${GROUPS}/config`]: () => ({ enabled: true, rolesEnabled: true }),
    [`GET ${GROUPS}/{group_id}`]: ({ path }) => findGroup(path.group_id),
    [`POST ${GROUPS}`]: withBody<Pick<Group, 'name' | 'description' | 'color'>>(({ body }) => {
      const made: Group = {
        id: newId(),
        ...body,
        metadata: '{}',
        managedBy: 'frontegg',
        createdAt: ago(0),
        updatedAt: ago(0),
        roles: [],
        users: [],
        usersCount: 0,
      }
      all.push(made)
      return made
    }),
    [`PATCH ${GROUPS}/{group_id}`]: withBody<Partial<Group>>(({ path, body }) => change(all, one(path.group_id), body)),
    [`DELETE ${GROUPS}/{group_id}`]: ({ path }) => remove(all, one(path.group_id)),
    [`POST ${GROUPS}/{group_id}/roles`]: withBody<Roles>(({ path, body }) =>
      withRoles(path.group_id, (held) => [...held, ...known.filter(({ id }) => body.roleIds.includes(id))]),
    ),
    [`DELETE ${GROUPS}/{group_id}/roles`]: withBody<Roles>(({ path, body }) =>
      withRoles(path.group_id, (held) => held.filter(({ id }) => !body.roleIds.includes(id))),
    ),
    [`POST ${GROUPS}/{group_id}/users`]: withBody<Users>(({ path, body }) =>
      withUsers(path.group_id, (held) => [...held, ...body.userIds]),
    ),
    [`DELETE ${GROUPS}/{group_id}/users`]: withBody<Users>(({ path, body }) =>
      withUsers(path.group_id, (held) => held.filter((id) => !body.userIds.includes(id))),
    ),
  }
}

function roles({ roles: all, permissions }: World): Answers {
  const one = (id: string | undefined) => (role: Role) => role.id === id
  interface RoleRequest extends Pick<Role, 'name' | 'description' | 'isDefault'> {
    readonly permissionIds: string[]
  }
  return {
    'GET /team/resources/roles/v1': () => ({ items: all }),
    'GET /identity/resources/permissions/v1/categories': () => [
      {
        ...CATEGORY_FACTS,
        feCategory: true,
        permissionIds: permissions.map(({ id }) => id),
        permissions,
        createdAt: ago(400),
        updatedAt: ago(400),
      },
    ],
    [`POST ${ROLES}/v2`]: withBody<RoleRequest>(({ body: { permissionIds, ...words } }) => {
      const made: Role = {
        id: newId(),
        ...words,
        key: words.name.toLowerCase().replace(/\W+/g, '-'),
        firstUserRole: false,
        level: 10,
        permissions: permissionIds,
        tenantId: TENANT_ID,
        vendorId: VENDOR_ID,
        createdAt: ago(0),
        updatedAt: ago(0),
      }
      all.push(made)
      return made
    }),
    [`PATCH ${ROLES}/v1/{role_id}`]: withBody<Partial<Role>>(({ path, body }) => change(all, one(path.role_id), body)),
    [`PUT ${ROLES}/v1/{role_id}/permissions`]: withBody<{ permissionIds: string[] }>(({ path, body }) =>
      change(all, one(path.role_id), { permissions: body.permissionIds }),
    ),
    [`DELETE ${ROLES}/v1/{role_id}`]: ({ path }) => remove(all, one(path.role_id)),
  }
}
