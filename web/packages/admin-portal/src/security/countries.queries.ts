import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import type { ListMode } from '../wire'
import { t } from './security.texts'

const COUNTRIES = '/security-engines/resources/policies/v1/country-restriction'
const KEY = ['country-restrictions'] as const

/** What is set, with the list. */
export const countriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => {
      const [config, countries] = await Promise.all([
        unwrap(api.GET(COUNTRIES, { signal })),
        unwrap(api.GET(`${COUNTRIES}/countries`, { signal })),
      ])
      return { ...config, countries: countries.map(({ countryCode }) => countryCode) }
    },
  })

export interface CountryRules {
  readonly enabled: boolean
  readonly action: ListMode
  readonly failStrategy: ListMode
  readonly shouldSendRestrictionEmail: boolean
  readonly countries: readonly string[]
}

/** Rules and list in one step: each alone may lock the person out. */
export const saveCountries = defineAction({
  call: (api, { countries, baseCountries, ...rules }: CountryRules & { readonly baseCountries?: readonly string[] }) =>
    unwrap(
      api.POST(COUNTRIES, {
        body: {
          ...rules,
          countries: countries.map((countryCode) => ({ countryCode })),
          // Where the change started from: the server keeps what others change meanwhile.
          ...(baseCountries && { baseCountries: baseCountries.map((countryCode) => ({ countryCode })) }),
        },
      }),
    ),
  invalidates: [KEY],
  done: () => t('countries.saved'),
})
