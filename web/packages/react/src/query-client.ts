import { isRetryable } from '@gatehouse/api'
import { type DefaultOptions, hashKey, QueryClient } from '@tanstack/react-query'

/**
 * Creates the query client of one owner, whose key is part of every query key, so that results of different owners
 * never mix. Temporary errors are retried once. After reconnecting, all shown queries are refetched; mutations fail
 * immediately when offline instead of being sent later.
 */
export function createQueryClient(owner: string, queries: DefaultOptions['queries']): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryKeyHashFn: (key) => hashKey([owner, ...key]),
        retry: (count, error) => count < 1 && isRetryable(error),
        retryDelay: 500,
        refetchOnReconnect: 'always',
        ...queries,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
