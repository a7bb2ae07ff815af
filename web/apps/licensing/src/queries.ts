import { QueryClient } from '@tanstack/react-query'

/** Results never go stale unless a query says so (licensing spec §7). */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 } },
  })
