import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import type { SsoConnection, TestLogin } from '../wire'

export const KEY = ['sso'] as const
const ASK_AGAIN = 2000

export const connectionsTable = defineTable({ start: { sort: 'name', order: 'asc' } })

/** All there are, which are at most twenty. */
export const connectionsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }): Promise<SsoConnection[]> =>
      unwrap(api.GET('/team/resources/sso/v1/configurations', { signal })),
  })

/** Asked again and again, until somebody has come back. */
export const testQuery = (api: ApiClient, connectionId: string, test: TestLogin) =>
  queryOptions({
    queryKey: [...KEY, 'test', connectionId, test.id],
    queryFn: ({ signal }): Promise<TestLogin> =>
      unwrap(
        api.GET('/team/resources/sso/v1/configurations/{connection_id}/tests/{test_id}', {
          params: { path: { connection_id: connectionId, test_id: test.id } },
          signal,
        }),
      ),
    initialData: test,
    refetchInterval: ({ state }) => state.data?.passed === null && ASK_AGAIN,
  })
