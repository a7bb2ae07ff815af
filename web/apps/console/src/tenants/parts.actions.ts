import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { endOf } from '../shared/days'
import type { Entitlement, Tenant } from '../wire'
import { KEY } from './tenants.queries'
import { t } from './tenants.texts'

const invalidates = [KEY]

interface PlanGrant {
  readonly tenant: Tenant
  readonly planId: string
  /** A day, or empty. */
  readonly end: string
}

export const givePlan = defineAction({
  call: (api, { tenant, planId, end }: PlanGrant) =>
    unwrap(
      api.POST('/entitlements/resources/entitlements/v2', {
        body: { planId, tenantId: tenant.id, ...(end && { expirationDate: endOf(end) }) },
      }),
    ),
  invalidates,
  done: ({ tenant }) => t('plans.given', { name: tenant.name }),
})

export const takePlan = defineAction({
  call: (api, { given }: { readonly tenant: Tenant; readonly given: Entitlement }) =>
    unwrap(
      api.DELETE('/entitlements/resources/entitlements/v2/{entitlement_id}', {
        params: { path: { entitlement_id: given.id } },
      }),
    ),
  invalidates,
  done: ({ tenant }) => t('plans.taken', { name: tenant.name }),
})

interface Invitation {
  readonly tenant: Tenant
  readonly email: string
  readonly name: string
  /** Empty for the default role. */
  readonly roleId: string
}

export const inviteUser = defineAction({
  call: (api, { tenant, email, name, roleId }: Invitation) =>
    unwrap(
      api.POST('/identity/resources/users/v1', {
        params: { header: { 'frontegg-tenant-id': tenant.id } },
        body: {
          email,
          provider: 'local',
          skipInviteEmail: false,
          ...(name && { name }),
          ...(roleId && { roleIds: [roleId] }),
        },
      }),
    ),
  invalidates: [KEY, ['people']],
  done: ({ email }) => t('invite.done', { email }),
})

interface Move {
  readonly tenant: Tenant
  /** Null for a top-level tenant. */
  readonly parentId: string | null
}

export const moveTenant = defineAction({
  async call(api, { tenant, parentId }: Move) {
    const path = '/tenants/resources/hierarchy/v1'
    const below = tenant.parentTenantId
    const place = (parentTenantId: string) => ({ body: { parentTenantId, childTenantId: tenant.id } })
    if (parentId) await unwrap(api.POST(path, place(parentId)))
    else if (below) await unwrap(api.DELETE(path, place(below)))
  },
  invalidates,
  done: ({ tenant }) => t('move.done', { name: tenant.name }),
})

export const addMetadata = defineAction({
  call: (api, { tenant, key, value }: { readonly tenant: Tenant; readonly key: string; readonly value: unknown }) =>
    unwrap(
      api.POST('/tenants/resources/tenants/v1/{tenant_id}/metadata', {
        params: { path: { tenant_id: tenant.id } },
        body: { metadata: { [key]: value } },
      }),
    ),
  invalidates,
  done: ({ key }) => t('metadata.added', { key }),
})

export const removeMetadata = defineAction({
  call: (api, { tenant, key }: { readonly tenant: Tenant; readonly key: string }) =>
    unwrap(
      api.DELETE('/tenants/resources/tenants/v1/{tenant_id}/metadata/{key}', {
        params: { path: { tenant_id: tenant.id, key } },
      }),
    ),
  invalidates,
  done: ({ key }) => t('metadata.removed', { key }),
})
