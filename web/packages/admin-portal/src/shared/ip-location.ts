import { unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { i18n } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'

/** "Berlin, Germany", as far as the server's file of addresses says; the address itself where it says nothing. */
export function useIpLocation(ip: string | null | undefined): string {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['place', ip],
    queryFn: ({ signal }) => unwrap(api.GET('/metadata/ip/{ip}', { params: { path: { ip: ip ?? '' } }, signal })),
    enabled: Boolean(ip),
    staleTime: Number.POSITIVE_INFINITY,
    // What is missing is no more than a name.
    retry: false,
  })
  if (!data?.country_code) return ip ?? ''
  const country = new Intl.DisplayNames(i18n.language, { type: 'region' }).of(data.country_code) ?? data.country_code
  return data.city ? `${data.city}, ${country}` : country
}
