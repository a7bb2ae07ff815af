import { type ApiClient, unwrap } from '@gatehouse/api'
import { useApi, useSession } from '@gatehouse/react'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountSettings } from '../wire'

export const accountQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }) => unwrap(api.GET('/tenants/resources/account-settings/v1', { signal })),
  })

export type AccountChange = Partial<Pick<AccountSettings, 'name' | 'website' | 'address' | 'timezone' | 'currency'>>

/** An empty text clears. The company's name is also the tenant's, so the session learns of it. */
export function useSaveAccount() {
  const api = useApi()
  const queryClient = useQueryClient()
  const session = useSession()
  return useMutation({
    mutationFn: (body: AccountChange) => unwrap(api.PUT('/tenants/resources/account-settings/v1', { body })),
    onSuccess(saved) {
      queryClient.setQueryData(accountQuery(api).queryKey, saved)
      return session.reloadUser()
    },
  })
}
