import { ApiError } from '@gatehouse/api'
import { QueryClient } from '@tanstack/react-query'

/** Results never go stale unless a query says so (licensing spec §7). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: once } },
  })

/** A refusal would be the same again; a failure may pass. */
function once(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return failures === 0 && !refused
}
