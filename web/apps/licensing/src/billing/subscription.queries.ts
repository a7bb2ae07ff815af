import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'

export type Change = components['schemas']['PlanChange']
export type ChangePreview = components['schemas']['ChangePreview']

const TEN_SECONDS = 10_000
const TWENTY_SECONDS = 20_000

/** What a change would cost: now, at the next payment, and from then on. */
export function useChangePreview(licenseId: string, change: Change, enabled: boolean) {
  const api = useApi()
  const path = { license_id: licenseId }
  return useQuery(
    queryOptions({
      queryKey: ['change-preview', licenseId, change],
      queryFn: () => unwrap(api.PATCH('/api/v1/licenses/{license_id}/preview', { params: { path }, body: change })),
      staleTime: TEN_SECONDS,
      // What is charged is what is shown, and that falls with the rest of the period.
      refetchInterval: Object.keys(change).length > 0 && TWENTY_SECONDS,
      placeholderData: keepPreviousData,
      enabled,
      retry: false,
    }),
  )
}
