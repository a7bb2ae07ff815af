import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { License } from './licenses.queries'
import { lookAgain } from './look-again'

export type Change = components['schemas']['PlanChange']
type QuotedChange = components['schemas']['LicenseChange']
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

/** Every action answers with the license as it is now. */
function useLicenseAction<Input>(act: (path: { license_id: string }, input: Input) => Promise<License>, id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => act({ license_id: id }, input),
    onSuccess: (license) => {
      // What it costs is asked anew where it is shown next.
      void queryClient.invalidateQueries({ queryKey: ['change-preview', id], refetchType: 'none' })
      lookAgain(queryClient, 'billing-information')
      queryClient.setQueryData<License[]>(['licenses'], (all) =>
        all?.map((one) => (one.id === license.id ? license : one)),
      )
    },
  })
}

export function useChangeLicense(id: string) {
  const api = useApi()
  return useLicenseAction(
    (path, body: QuotedChange) => unwrap(api.PATCH('/api/v1/licenses/{license_id}', { params: { path }, body })),
    id,
  )
}

export function useKeepSeats(id: string) {
  const api = useApi()
  return useLicenseAction(
    (path, _: undefined) => unwrap(api.DELETE('/api/v1/licenses/{license_id}/scheduled-seats', { params: { path } })),
    id,
  )
}

export function useCancelLicense(id: string) {
  const api = useApi()
  return useLicenseAction(
    (path, _: undefined) => unwrap(api.POST('/api/v1/licenses/{license_id}/cancel', { params: { path } })),
    id,
  )
}

export function useResumeLicense(id: string) {
  const api = useApi()
  return useLicenseAction(
    (path, _: undefined) => unwrap(api.POST('/api/v1/licenses/{license_id}/resume', { params: { path } })),
    id,
  )
}
