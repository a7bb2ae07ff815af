import { defineTable, pageQuery } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page, TableState } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { DeletedTenant } from '../wire'
import { KEY } from './tenants.queries'

const PATH = '/tenants/resources/deleted-tenants/v1'
const SORTS = ['name', 'deletedAt', 'eraseAt'] as const

export const deletedTable = defineTable({ start: { sort: 'deletedAt', order: 'desc' } })

export const deletedQuery = (api: ApiClient, state: TableState) =>
  queryOptions({
    queryKey: [...KEY, 'deleted', state],
    async queryFn({ signal }): Promise<Page<DeletedTenant>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      // The endpoint counts rows, not pages.
      const _offset = (state.page - 1) * state.pageSize
      const query = { ...pageQuery(state), _offset, ...(_sortBy && { _sortBy }) }
      const page = await unwrap(api.GET(PATH, { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** Consequences of deleting the tenant now. */
export const deletionConsequencesQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'outlook', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/tenants/resources/tenants/v1/{tenant_id}/deletion', { params: { path: { tenant_id: id } }, signal }),
      ),
    // The dates depend on the current time.
    staleTime: 0,
  })
