import { type ApiClient, unwrap } from '@gatehouse/api'
import type { Page } from '@gatehouse/ui'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import type { SsoConnection, SsoLink, TestLogin } from '../wire'

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

export const MOST_LINKS = 20

/** The first linked accounts by address; the search finds others. */
export const linksQuery = (api: ApiClient, connectionId: string, text: string) =>
  queryOptions({
    queryKey: [...KEY, 'links', connectionId, text],
    async queryFn({ signal }): Promise<Page<SsoLink>> {
      const params = {
        path: { connection_id: connectionId },
        query: { _limit: MOST_LINKS, ...(text && { _filter: text }) },
      }
      const page = await unwrap(
        api.GET('/team/resources/sso/v1/configurations/{connection_id}/links', { params, signal }),
      )
      return { items: page.items, total: page._metadata.totalItems }
    },
    placeholderData: keepPreviousData,
  })

/** Polled until the test login has finished. */
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
