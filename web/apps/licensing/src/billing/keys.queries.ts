import { unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { useMutation } from '@tanstack/react-query'

/** The key, asked for when somebody wants to see it; forgotten with the screen. */
export function useRevealKey(fingerprint: string) {
  const api = useApi()
  const params = { path: { license_id: fingerprint } }
  return useMutation({
    mutationFn: async () => (await unwrap(api.POST('/api/v1/licenses/{license_id}/key', { params }))).key,
    gcTime: 0,
  })
}

/** A new key; the one until now works for so many hours more. */
export function useRotateKey(fingerprint: string) {
  const api = useApi()
  const params = { path: { license_id: fingerprint } }
  return useMutation({
    mutationFn: (overlapHours: number) =>
      unwrap(api.POST('/api/v1/licenses/{license_id}/key/rotate', { params, body: { overlapHours } })),
    gcTime: 0,
  })
}

/** The signed license file, as text to be saved; with a relay's key, for that relay alone. */
export function useLicenseFile(fingerprint: string) {
  const api = useApi()
  return useMutation({
    mutationFn: async (relayKey?: string) => {
      const params = { path: { license_id: fingerprint }, query: { relayKey } }
      return JSON.stringify(await unwrap(api.GET('/api/v1/licenses/{license_id}/file', { params })), null, 2)
    },
    gcTime: 0,
  })
}
