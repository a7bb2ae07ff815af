import { isRetryable } from '@gatehouse/api'
import { type DefaultOptions, hashKey, QueryClient } from '@tanstack/react-query'

/**
 * The results of one owner: every key carries them, so that no other's result is ever found under it. One repetition
 * for what may pass (no connection, a server that restarts); a refusal stays one. After a time without a network
 * everything shown is read again; but a change is refused at once, and not done when nobody thinks of it any more.
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
