import { defineAction } from '@gatehouse/admin-portal/action'
import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useQuery } from '@tanstack/react-query'

export type ContactMessage = components['schemas']['ContactMessage']

/** Who is written to, and when they answer. */
export function useContact() {
  const api = useApi()
  return useQuery(
    queryOptions({
      queryKey: ['contact'],
      queryFn: () => unwrap(api.POST('/api/v1/organization/prepare-contact')),
    }),
  )
}

export const sendMessage = defineAction({
  call: (api, body: ContactMessage) => unwrap(api.POST('/api/v1/organization/contact', { body })),
  invalidates: [],
})
