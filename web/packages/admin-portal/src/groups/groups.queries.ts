import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page, TableState } from '@gatehouse/ui'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { knownRow } from '../shared/replace-row'
import { defineTable, pageQuery } from '../shared/table-state'
import type { Group } from '../wire'

export const KEY = ['groups'] as const
const LISTS = [...KEY, 'list'] as const
const WITH_ALL = { _groupsRelations: 'rolesAndUsers' } as const

export const groupsTable = defineTable({ start: { sort: 'name', order: 'asc' } })

const SORTS = ['name', 'createdAt'] as const

export const groupsQuery = (api: ApiClient, state: TableState) =>
  queryOptions({
    queryKey: [...LISTS, state],
    async queryFn({ signal }): Promise<Page<Group>> {
      const _sortBy = SORTS.find((sort) => sort === state.sort)
      const query = {
        ...pageQuery(state),
        // This list counts rows, not pages.
        _offset: (state.page - 1) * state.pageSize,
        ...WITH_ALL,
        ...(_sortBy && { _sortBy }),
      }
      const page = await unwrap(api.GET('/identity/resources/groups/v2', { params: { query }, signal }))
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** One group with its people; at once, with some of them, when a list has shown it. */
export const groupQuery = (api: ApiClient, queryClient: QueryClient, groupId: string) =>
  queryOptions<Group>({
    queryKey: [...KEY, 'one', groupId],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/identity/resources/groups/v1/{group_id}', {
          params: { path: { group_id: groupId }, query: WITH_ALL },
          signal,
        }),
      ),
    placeholderData: () => knownRow<Group>(queryClient, LISTS, groupId),
  })

/** Whether people have the roles of their groups. */
export const configurationQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'configuration'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/groups/v1/config', { signal })),
  })

/** People of the organization by a part of their name or address. */
export const peopleQuery = (api: ApiClient, text: string) =>
  queryOptions({
    queryKey: ['users', 'found', text],
    async queryFn({ signal }) {
      const query = { _offset: 0, _limit: 20, _sortBy: 'name' as const, ...(text && { _filter: text }) }
      return (await unwrap(api.GET('/identity/resources/users/v3', { params: { query }, signal }))).items
    },
    placeholderData: keepPreviousData,
  })
