import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page, TableState } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defineTable, pageQuery } from '../shared/table-state'
import type { PersonBelow } from '../wire'

/** Under the key of people, so that whatever changes one reads this list anew too. */
const KEY = ['users', 'everywhere'] as const

/** As the spec opens this list (§9). */
export const allUsersTable = defineTable({ start: { pageSize: 20, sort: 'name', order: 'desc' } })

const SORTS = ['name', 'joinedAt', 'lastLogin'] as const

export interface PersonAnywhere extends PersonBelow {
  /** Names of the accounts in `tenants`, as far as they are known. */
  readonly accountNames: ReadonlyMap<string, string>
}

export const allUsersQuery = (api: ApiClient, state: TableState) =>
  queryOptions({
    queryKey: [...KEY, state],
    async queryFn({ signal }): Promise<Page<PersonAnywhere>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      const query = { ...pageQuery(state), ...(_sortBy && { _sortBy }) }
      const page = await unwrap(api.GET('/identity/resources/sub-tenants/users/v1', { params: { query }, signal }))
      const accountNames = await namesOf(api, page.items, signal)
      return { items: page.items.map((one) => ({ ...one, accountNames })), total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** The server names at most a hundred at once. */
const AT_ONCE = 100

async function namesOf(api: ApiClient, people: readonly PersonBelow[], signal: AbortSignal) {
  const ids = [...new Set(people.flatMap(({ tenants }) => tenants.map(({ tenantId }) => tenantId)))]
  const parts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )
  const known = await Promise.all(
    parts.map((part) =>
      unwrap(api.GET('/tenants/resources/hierarchy/v2/metadata', { params: { query: { _tenantIds: part } }, signal })),
    ),
  )
  return new Map(known.flat().map(({ tenantId, name }) => [tenantId, name]))
}
