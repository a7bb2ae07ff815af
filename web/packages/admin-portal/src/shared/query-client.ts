import { ApiError } from '@gatehouse/api'
import { QueryClient } from '@tanstack/react-query'

/** One repetition for what may pass (no connection, a server that restarts); a refusal stays one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: (count, error) => count < 1 && isPassing(error),
        retryDelay: 500,
      },
    },
  })
}

function isPassing(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
