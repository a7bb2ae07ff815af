import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import type { DirectoryConnection } from '../wire'

export const KEY = ['provisioning'] as const

export const connectionsTable = defineTable({ start: { sort: 'name', order: 'asc' } })

/** All there are, which are at most twenty. */
export const connectionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }): Promise<DirectoryConnection[]> =>
      unwrap(api.GET('/directory/resources/v1/configurations/scim2', { signal })),
  })

/** How many people a directory keeps. */
export const countQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...KEY, 'count', id],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/directory/resources/scim/temp/{connection_id}/Users/count', {
          params: { path: { connection_id: id } },
          signal,
        }),
      ),
    select: ({ count }) => count,
  })
