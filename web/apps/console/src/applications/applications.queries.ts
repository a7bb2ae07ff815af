import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { choice } from '@gatehouse/ui'
import { queryOptions } from '@tanstack/react-query'
import { t } from './applications.texts'

export const KEY = ['applications'] as const
const PATH = '/applications/resources/applications'

export const KINDS = ['first-party', 'oauth', 'machine'] as const
export const PLATFORMS = ['web', 'mobile-ios', 'mobile-android', 'agent', 'other'] as const
export const ACCESS = ['FREE_ACCESS', 'MANAGED_ACCESS'] as const
export type Access = (typeof ACCESS)[number]

export const applicationsTable = defineTable({
  start: { sort: 'name', order: 'asc' },
  filters: {
    access: choice<Access>(() => t('columns.access'), {
      FREE_ACCESS: () => t('access.FREE_ACCESS'),
      MANAGED_ACCESS: () => t('access.MANAGED_ACCESS'),
    }),
  },
})

/** Fields that lists show. A vendor token gets more of them, which the details read. */
export const applicationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => unwrap(api.GET(`${PATH}/v1`, { signal })),
  })

export const readApplication = (api: ApiClient, id: string, signal?: AbortSignal) =>
  unwrap(
    api.GET(`${PATH}/v1/{application_id}`, { params: { path: { application_id: id } }, ...(signal && { signal }) }),
  )

export const applicationQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) => readApplication(api, id, signal),
  })

/** Last characters of the client secret and of the shared secret, if any. */
export const secretHintsQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'hint', id],
    queryFn: ({ signal }) =>
      unwrap(api.GET(`${PATH}/v1/credentials/{app_id}`, { params: { path: { app_id: id } }, signal })),
  })

/** Tenants that a drawer lists by name. */
export const MOST_NAMED = 100

/** Tenants that the application is assigned to: their number, and the first by name. */
export const tenantsOfQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'tenants', id],
    async queryFn({ signal }) {
      const params = { path: { app_id: id } }
      const { tenantIds } = await unwrap(api.GET(`${PATH}/tenant-assignments/v1/{app_id}`, { params, signal }))
      if (tenantIds.length === 0) return { total: 0, named: [] }
      const query = { _tenantIds: tenantIds.slice(0, MOST_NAMED), _limit: MOST_NAMED }
      const { items } = await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))
      return { total: tenantIds.length, named: items }
    },
  })
