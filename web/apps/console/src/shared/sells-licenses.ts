import { unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'

/** False if no payment provider is configured; true until that is known. */
export function useSellsLicenses(): boolean {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['sells-licenses'],
    queryFn: async () => (await unwrap(api.GET('/api/v1/frontegg'))).sellsLicenses,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? true
}
