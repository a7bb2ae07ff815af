import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

export type License = components['schemas']['LicenseOut']

const HALF_A_MINUTE = 30_000

/** Read again every 30 s, and stale after as long: seats and payments change elsewhere. */
export function useLicenses(): readonly License[] {
  const api = useApi()
  const query = queryOptions({
    queryKey: ['licenses'],
    queryFn: () => unwrap(api.GET('/api/v1/licenses')),
    staleTime: HALF_A_MINUTE,
    refetchInterval: HALF_A_MINUTE,
  })
  return useSuspenseQuery(query).data
}
