import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

export type HeldSeat = components['schemas']['HeldSeatOut']

const HALF_A_MINUTE = 30_000

/** Who holds a seat now; whoever was seen last comes first. `offset`: how many of these are left out. */
export function useHolders(fingerprint: string, limit: number, offset = 0) {
  const api = useApi()
  const params = { path: { license_id: fingerprint }, query: { _limit: limit, _offset: offset } }
  return useQuery(
    queryOptions({
      queryKey: ['holders', fingerprint, limit, offset],
      queryFn: () => unwrap(api.GET('/api/v1/licenses/{license_id}/seats', { params })),
      staleTime: HALF_A_MINUTE,
      refetchInterval: HALF_A_MINUTE,
      placeholderData: keepPreviousData,
    }),
  )
}

export function useFreeSeat(fingerprint: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (seatId: string) => {
      const params = { path: { license_id: fingerprint, seat_id: seatId } }
      return unwrap(api.DELETE('/api/v1/licenses/{license_id}/seats/{seat_id}', { params }))
    },
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['holders', fingerprint] }),
        queryClient.invalidateQueries({ queryKey: ['licenses'] }),
      ]),
  })
}
