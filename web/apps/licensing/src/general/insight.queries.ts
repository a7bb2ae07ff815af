import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useQuery } from '@tanstack/react-query'

export type Statistics = components['schemas']['Statistics']
export type Checklist = components['schemas']['Checklist']

const FIVE_MINUTES = 5 * 60_000

/** What tools reported in the last 30 days; read again every five minutes. */
export function useStatistics(fingerprint: string) {
  const api = useApi()
  const params = { path: { license_id: fingerprint } }
  return useQuery(
    queryOptions({
      queryKey: ['statistics', fingerprint],
      queryFn: () => unwrap(api.GET('/api/v1/licenses/{license_id}/statistics', { params })),
      refetchInterval: FIVE_MINUTES,
      staleTime: FIVE_MINUTES,
    }),
  )
}

/** How far the organization has come with a license; read again every five minutes. */
export function useChecklist(fingerprint: string) {
  const api = useApi()
  const params = { path: { license_id: fingerprint } }
  return useQuery(
    queryOptions({
      queryKey: ['checklist', fingerprint],
      queryFn: () => unwrap(api.GET('/api/v1/licenses/{license_id}/checklist', { params })),
      refetchInterval: FIVE_MINUTES,
      staleTime: FIVE_MINUTES,
    }),
  )
}
