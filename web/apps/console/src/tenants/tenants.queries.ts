import { defineTable, knownRow, pageQuery } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page, TableState } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Tenant } from '../wire'

export const KEY = ['tenants'] as const
const LISTS = [...KEY, 'list'] as const

export const tenantsTable = defineTable({ start: { sort: 'name', order: 'asc' } })

const SORTS = ['name', 'createdAt'] as const

export const tenantsQuery = (api: ApiClient, state: TableState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<Page<Tenant>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      // The endpoint counts rows, not pages.
      const _offset = (state.page - 1) * state.pageSize
      const query = { ...pageQuery(state), _offset, ...(_sortBy && { _sortBy }) }
      const page = await unwrap(api.GET('/tenants/resources/tenants/v2', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

export const readTenant = (api: ApiClient, id: string, signal?: AbortSignal) =>
  unwrap(
    api.GET('/tenants/resources/tenants/v2/{tenant_id}', {
      params: { path: { tenant_id: id } },
      ...(signal && { signal }),
    }),
  )

/** Reads one tenant; a row of a list is shown until then. */
export const tenantQuery = (api: ApiClient, queryClient: QueryClient, tenantId: string) =>
  queryOptions<Tenant>({
    queryKey: [...KEY, 'one', tenantId],
    queryFn: ({ signal }) => readTenant(api, tenantId, signal),
    placeholderData: () => knownRow<Tenant>(queryClient, LISTS, tenantId),
  })
