import type { AccountNode, AccountSettings, Audit, UsageMonth } from '../wire'
import { type Answers, withBody } from './answers'
import { ago, change, newId, remove, TENANT_ID, VENDOR_ID } from './sample'
import type { World } from './world'

/** The account, those below it, what happened there, and how much it is used. */
export function account(world: World): Answers {
  return { ...settings(), ...below(world), ...audits(world), ...usage() }
}

function settings(): Answers {
  // As the portal's own samples have it (admin portal spec §9).
  let known: AccountSettings = {
    tenantId: TENANT_ID,
    name: 'Example Company',
    website: 'www.example.com',
    address: '1 Main Street, Springfield',
    timezone: 'Asia/Jerusalem',
    dateFormat: 'DD/MM/YYYY',
    timeFormat: 'HH:mm',
    currency: 'USD',
    logo: '',
    alias: '',
    loginUrl: '',
    applicationUrl: '',
    hasCustomLogin: false,
  }
  return {
    'GET /tenants/resources/account-settings/v1': () => known,
    'PUT /tenants/resources/account-settings/v1': withBody<Partial<AccountSettings>>(({ body }) => {
      known = { ...known, ...body, hasCustomLogin: Boolean(body.loginUrl ?? known.loginUrl) }
      return known
    }),
  }
}

interface Below extends AccountNode {
  readonly parentId: string
}

function below({ users }: World): Answers {
  const account = (name: string, parentId: string, isReseller = false): Below => ({
    tenantId: newId(),
    parentId,
    name,
    createdAt: ago(200),
    isReseller,
    subAccountAccessType: 'defaultOff',
    metadata: { isParent: isReseller },
  })
  const europe = account('Example Europe', TENANT_ID, true)
  const all = [europe, account('Example Asia', TENANT_ID), account('Example Berlin', europe.tenantId)]
  const one = (id: string | undefined) => (row: Below) => row.tenantId === id
  const facts = (id: string) => {
    const filterAudits = all.find(one(id))
    const totalSubTenants = all.filter(({ parentId }) => parentId === id).length
    return {
      tenantId: id,
      name: filterAudits?.name ?? 'Example Company',
      isReseller: filterAudits?.isReseller ?? true,
      createdAt: filterAudits?.createdAt ?? ago(400),
      totalSubTenants,
      isParent: totalSubTenants > 0,
    }
  }
  const SUB = '/tenants/resources/sub-tenants/v1'
  return {
    'GET /tenants/resources/hierarchy/v2': ({ query }) => {
      const filter = query.get('_filter')?.toLowerCase()
      const parent = query.get('_subTenantId') ?? TENANT_ID
      const filterAudits = all.filter((row) =>
        filter ? row.name.toLowerCase().includes(filter) : row.parentId === parent,
      )
      const items = filterAudits.map(({ parentId, ...row }) => ({
        ...row,
        metadata: { isParent: all.some((other) => other.parentId === row.tenantId) },
      }))
      const links = { next: '', prev: '', first: '', last: '' }
      return { items, _metadata: { totalItems: items.length, totalPages: 1 }, _links: links }
    },
    'GET /tenants/resources/hierarchy/v2/metadata': ({ query }) =>
      query
        .getAll('_tenantIds')
        .flatMap((ids) => ids.split(','))
        .map(facts),
    'GET /tenants/resources/hierarchy/v1/parents/{tenant_id}': ({ path }) => {
      const above = { tenantId: TENANT_ID, tenantName: 'Example Company', status: 'active', createdAt: ago(400) }
      return path.tenant_id === TENANT_ID ? [] : [{ ...above, level: 1 }]
    },
    'POST /identity/resources/tenants/users/v1/count': withBody<{ tenantIds: string[] }>(({ body }) =>
      body.tenantIds.map((tenantId) => ({ tenantId, totalUsers: users.length, totalAccessAllowedUsers: 1 })),
    ),
    [`POST ${SUB}`]: withBody<{ name: string; parentTenantId: string }>(({ body: { name, parentTenantId } }) => {
      const made = account(name, parentTenantId)
      all.push(made)
      const { tenantId, createdAt } = made
      const rest = { status: 'active', isReseller: false, subAccountAccessType: 'defaultOff', updatedAt: createdAt }
      return { tenantId, name, parentTenantId, createdAt, ...rest }
    }),
    [`PATCH ${SUB}/{tenant_id}`]: withBody<{ name: string }>(
      ({ path, body }) => void change(all, one(path.tenant_id), { name: body.name }),
    ),
    [`PUT ${SUB}/{tenant_id}/management`]: withBody<{ isReseller: boolean }>(
      ({ path, body }) => void change(all, one(path.tenant_id), { isReseller: body.isReseller }),
    ),
    [`DELETE ${SUB}/{tenant_id}`]: ({ path }) => remove(all, one(path.tenant_id)),
    'POST /identity/resources/sub-tenants/users/v2': () => undefined,
    'PATCH /identity/resources/sub-tenants/users/v1/{user_id}/roles': () => undefined,
    'DELETE /identity/resources/sub-tenants/users/v1': () => undefined,
    'PUT /identity/resources/sub-tenants/users/v1/{user_id}/access': () => undefined,
  }
}

const HAPPENED = [
  ['user.signed_in', 'Signed in with a password', 'Info', 0.02],
  ['users.invited', 'Margaret Hamilton was invited', 'Info', 0.3],
  ['roles.updated', 'The role Support was changed', 'Medium', 1],
  ['user.failed_login', 'A wrong password was entered', 'High', 2],
  ['mfa_policy.updated', 'The rules for second factors were changed', 'Medium', 3],
] as const

function audits({ users }: World): Answers {
  const rows: Audit[] = HAPPENED.map(([action, description, severity, days], index) => ({
    _id: newId(),
    createdAt: ago(days),
    email: users[index % 2]?.email ?? '',
    user: users[index % 2]?.id ?? null,
    action,
    description,
    ip: '203.0.113.7',
    severity,
    userAgent: null,
    tenantId: TENANT_ID,
    vendorId: VENDOR_ID,
    json: {},
  }))
  const filterAudits = (query: URLSearchParams) => {
    const words = [query.get('filter'), query.get('action'), query.get('description'), query.get('email')]
    const severity = query.get('severity')
    const data = rows.filter(
      (row) =>
        words.every((word) => !word || JSON.stringify(row).toLowerCase().includes(word.toLowerCase())) &&
        (!severity || row.severity === severity),
    )
    return { data, total: data.length }
  }
  return {
    'GET /audits': ({ query }) => filterAudits(query),
    'GET /audits/resources/audits/v2': ({ query }) => {
      const count = Number(query.get('count') ?? 20)
      return { ...filterAudits(query), data: rows.slice(0, count) }
    },
    'GET /audits/stats': () => ({ totalToday: 2, severeThisWeek: 1 }),
    'GET /audits/stats/days': () => ({ days: days() }),
  }
}

const COUNTS = [3, 5, 2, 0, 0, 6, 4, 7, 3, 5, 0, 1, 4, 2]

function days() {
  return COUNTS.map((count, index) => ({ day: ago(COUNTS.length - 1 - index).slice(0, 10), count }))
}

const MONTHS = [38, 41, 45, 52, 58, 61]

function usage(): Answers {
  const now = new Date()
  const months: UsageMonth[] = MONTHS.map((activePeople, index) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (MONTHS.length - 1 - index), 1))
    return {
      month: first.toISOString().slice(0, 7),
      activePeople,
      signIns: activePeople * 9,
      tokensCreated: index,
      seats: null,
      apiCalls: activePeople * 430,
    }
  })
  return { 'GET /usage/resources/v1': () => ({ months }) }
}
