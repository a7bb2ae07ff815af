import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { text } from '@gatehouse/ui'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Entitlement } from '../wire'
import { t } from './entitlements.texts'

export const KEY = ['entitlements'] as const
const AT_ONCE = 25
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Filters by ID. */
export const entitlementsTable = defineTable({
  filters: { tenant: text(() => t('tenant')), plan: text(() => t('plan')) },
})

export interface Row extends Entitlement {
  readonly tenantName: string
}

interface EntitlementFilter {
  /** Empty for all tenants. */
  readonly tenantId: string
  readonly planId: string
}

/** Newest first, in pages: the server does not count them. */
export const entitlementsQuery = (api: ApiClient, { tenantId, planId }: EntitlementFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEY, tenantId, planId],
    initialPageParam: 0,
    async queryFn({ pageParam, signal }) {
      // An invalid ID matches nothing.
      if ([tenantId, planId].some((id) => id !== '' && !ID.test(id))) return { rows: [], hasNext: false }
      const query = {
        offset: pageParam,
        limit: AT_ONCE,
        orderBy: 'createdAt' as const,
        sortType: 'DESC' as const,
        withRelations: true,
        ...(tenantId && { tenantIds: [tenantId] }),
        ...(planId && { planId }),
      }
      const { items, hasNext } = await unwrap(
        api.GET('/entitlements/resources/entitlements/v2', { params: { query }, signal }),
      )
      return { rows: await withTenantNames(api, items, signal), hasNext }
    },
    getNextPageParam: ({ hasNext }, pages) => (hasNext ? pages.length * AT_ONCE : undefined),
  })

export const readEntitlement = (api: ApiClient, id: string) =>
  unwrap(
    api.GET('/entitlements/resources/entitlements/v2/{entitlement_id}', { params: { path: { entitlement_id: id } } }),
  )

/** Adds the names of the tenants, which the rows do not contain. */
async function withTenantNames(api: ApiClient, rows: readonly Entitlement[], signal: AbortSignal): Promise<Row[]> {
  const _tenantIds = [...new Set(rows.map(({ tenantId }) => tenantId))]
  if (_tenantIds.length === 0) return []
  const params = { query: { _tenantIds, _limit: AT_ONCE } }
  const { items } = await unwrap(api.GET('/tenants/resources/tenants/v2', { params, signal }))
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return rows.map((row) => ({ ...row, tenantName: names.get(row.tenantId) ?? row.tenantId }))
}
