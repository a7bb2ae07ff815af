import { type components, unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

export type Config = components['schemas']['LoginProviderConfig']

/** False where no payment provider is configured: licenses are issued by the vendor, nothing can be bought or changed. */
export const useSellsLicenses = (): boolean => useConfig().sellsLicenses

/** What the portal needs to know before anything else: where login, account and community are. */
export function useConfig(): Config {
  const api = useApi()
  return useSuspenseQuery(queryOptions({ queryKey: ['config'], queryFn: () => unwrap(api.GET('/api/v1/frontegg')) }))
    .data
}
