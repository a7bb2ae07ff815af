import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

export type HeldSeat = components['schemas']['HeldSeatOut']

const HALF_A_MINUTE = 30_000

/** The seats in use, most recently used first, from an offset. */
export function useHolders(fingerprint: string, limit: number, after = 0) {
  const api = useApi()
  const params = { path: { license_id: fingerprint }, query: { _limit: limit, _offset: after } }
  return useQuery(
    queryOptions({
      queryKey: ['holders', fingerprint, limit, after],
      queryFn: () => unwrap(api.GET('/api/v1/licenses/{license_id}/seats', { params })),
      staleTime: HALF_A_MINUTE,
      refetchInterval: HALF_A_MINUTE,
      placeholderData: keepPreviousData,
    }),
  )
}
