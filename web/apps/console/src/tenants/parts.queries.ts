import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { Entitlement, Tenant } from '../wire'
import { KEY } from './tenants.queries'

/** Query key for details that are read in addition to the tenant's row. */
export const partsKey = (tenantId: string) => [...KEY, 'parts', tenantId] as const
const ALL = 100
export const SHOWN_BELOW = 20

export const userCountQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'people'],
    async queryFn({ signal }): Promise<number> {
      const query = { _tenantId: tenantId, _includeSubTenants: false, _limit: 1 }
      const page = await unwrap(api.GET('/identity/resources/users/v1/query/phrase', { params: { query }, signal }))
      return page._metadata.totalItems
    },
  })

export const plansGivenQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'plans'],
    async queryFn({ signal }): Promise<Entitlement[]> {
      const query = { tenantIds: [tenantId], assignLevel: 'TENANT' as const, withRelations: true, limit: ALL }
      const page = await unwrap(api.GET('/entitlements/resources/entitlements/v2', { params: { query }, signal }))
      return page.items
    },
  })

export const plansQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['plans', 'offered'],
    async queryFn({ signal }) {
      const query = { limit: ALL }
      return (await unwrap(api.GET('/entitlements/resources/plans/v1', { params: { query }, signal }))).items
    },
  })

/** Applications assigned to the tenant, by name. */
export const applicationsQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'applications'],
    async queryFn({ signal }) {
      // The description of this path is for users; with a vendor token it takes the tenant from a header.
      const headers = { 'frontegg-tenant-id': tenantId }
      const [given, known] = await Promise.all([
        unwrap(api.GET('/applications/resources/applications/tenant-assignments/v2', { headers, signal })),
        unwrap(api.GET('/applications/resources/applications/v1', { signal })),
      ])
      const names = new Map(known.map(({ id, name }) => [id, name]))
      return given
        .filter((one) => one.tenantId === tenantId)
        .flatMap(({ assignments }) => assignments)
        .map(({ appId, accessType }) => ({ id: appId, name: names.get(appId) ?? appId, accessType }))
    },
  })

/** SSO connections and directories of the tenant. */
export const connectionsQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'connections'],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/tenants/resources/tenants/v1/{tenant_id}/connections', {
          params: { path: { tenant_id: tenantId } },
          signal,
        }),
      ),
  })

/** Direct sub-tenants, the first by name. */
export const belowQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'below'],
    async queryFn({ signal }): Promise<{ readonly items: readonly Tenant[]; readonly total: number }> {
      const query = { _parentTenantId: tenantId, _limit: SHOWN_BELOW }
      const page = await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
  })

/** Searches tenants by name for a select. */
export const choicesQuery = (api: ApiClient, filter: string) =>
  queryOptions({
    queryKey: [...KEY, 'choices', filter],
    async queryFn({ signal }): Promise<readonly Tenant[]> {
      const query = { ...(filter && { _filter: filter }), _limit: 20 }
      return (await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))).items
    },
    placeholderData: (before) => before,
  })
