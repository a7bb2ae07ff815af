import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { Entitlement, Tenant } from '../wire'
import { KEY } from './tenants.queries'

/** Of one tenant, but not of its row: what the details read besides. */
export const partsKey = (tenantId: string) => [...KEY, 'parts', tenantId] as const
const ALL = 100
export const SHOWN_BELOW = 20

export const peopleCountQuery = (api: ApiClient, tenantId: string) =>
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

/** What the tenant was given of the vendor's applications, by name. */
export const applicationsQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'applications'],
    async queryFn({ signal }) {
      // The vendor's side of a path whose description is the people's: it names the tenant in a header.
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

/** How its single sign-on and its directories do. */
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

/** Those right below it, the first by name. */
export const belowQuery = (api: ApiClient, tenantId: string) =>
  queryOptions({
    queryKey: [...partsKey(tenantId), 'below'],
    async queryFn({ signal }): Promise<{ readonly items: readonly Tenant[]; readonly total: number }> {
      const query = { _parentTenantId: tenantId, _limit: SHOWN_BELOW }
      const page = await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
  })

/** Tenants by a part of their name, for choosing one. */
export const choicesQuery = (api: ApiClient, filter: string) =>
  queryOptions({
    queryKey: [...KEY, 'choices', filter],
    async queryFn({ signal }): Promise<readonly Tenant[]> {
      const query = { ...(filter && { _filter: filter }), _limit: 20 }
      return (await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))).items
    },
    placeholderData: (before) => before,
  })
