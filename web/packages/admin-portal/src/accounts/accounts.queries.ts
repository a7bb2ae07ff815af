import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page, TableState } from '@gatehouse/ui'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defineTable, pageQuery } from '../shared/table-state'
import type { AccountNode, PersonBelow } from '../wire'

export const KEY = ['accounts'] as const

/** Of the tree and of a search in it (spec §9). */
const PAGE = 50

/** What is searched for in the tree. */
export const accountsTable = defineTable({})

/** Users of the selected account, as the spec opens them (§9). */
export const peopleTable = defineTable({ start: { pageSize: 10, sort: 'name', order: 'desc' } })

/** An account in the tree; how many people it has, where that may be known. */
export interface Node extends AccountNode {
  readonly users?: number | undefined
}

interface Level {
  readonly items: readonly Node[]
  readonly total: number
  readonly next: number | null
}

interface AccountsQuery {
  readonly parentId?: string
  readonly filter?: string
  readonly withUsers: boolean
}

/** The accounts right below one, or those anywhere below the own account with this in their name. */
export const levelQuery = (api: ApiClient, { parentId, filter, withUsers }: AccountsQuery) =>
  infiniteQueryOptions({
    queryKey: [...KEY, 'level', { parentId, filter, withUsers }],
    async queryFn({ pageParam, signal }): Promise<Level> {
      const query = {
        _offset: pageParam,
        _limit: PAGE,
        ...(parentId && { _subTenantId: parentId }),
        ...(filter && { _filter: filter }),
      }
      const page = await unwrap(api.GET('/tenants/resources/hierarchy/v2', { params: { query }, signal }))
      const users = withUsers ? await usersOf(api, page.items, signal) : undefined
      const items = page.items.map((item) => ({ ...item, users: users?.get(item.tenantId) }))
      const end = pageParam + items.length
      const total = page._metadata.totalItems
      return { items, total, next: items.length > 0 && end < total ? end : null }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })

async function usersOf(api: ApiClient, items: readonly AccountNode[], signal: AbortSignal) {
  const body = { tenantIds: items.map(({ tenantId }) => tenantId), excludeInvisibleUsers: true }
  const counts = await unwrap(api.POST('/identity/resources/tenants/users/v1/count', { body, signal }))
  return new Map(counts.map(({ tenantId, totalUsers }) => [tenantId, totalUsers]))
}

/** What is known of one account; null when it is not below the own one. */
export const accountQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    async queryFn({ signal }) {
      const params = { query: { _tenantIds: [id] } }
      const [found] = await unwrap(api.GET('/tenants/resources/hierarchy/v2/metadata', { params, signal }))
      return found ?? null
    },
  })

/** From the own account down to the one right above this. */
export const parentsQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'parents', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/tenants/resources/hierarchy/v1/parents/{tenant_id}', { params: { path: { tenant_id: id } }, signal }),
      ),
  })

const SORTS = ['name', 'joinedAt'] as const

export const peopleQuery = (api: ApiClient, id: string, state: TableState) =>
  queryOptions({
    queryKey: [...KEY, 'people', id, state],
    async queryFn({ signal }): Promise<Page<PersonBelow>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      const query = { ...pageQuery(state), _tenantId: id, ...(_sortBy && { _sortBy }) }
      const page = await unwrap(api.GET('/identity/resources/users/v3', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** One user of an account, with the roles there; nothing when they have left it. */
export const personQuery = (api: ApiClient, tenantId: string, userId: string) =>
  queryOptions({
    queryKey: [...KEY, 'person', tenantId, userId],
    async queryFn({ signal }): Promise<PersonBelow | null> {
      const query = { _tenantId: tenantId, ids: [userId] }
      return (await unwrap(api.GET('/identity/resources/users/v3', { params: { query }, signal }))).items[0] ?? null
    },
  })
