import { offerOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { peopleQuery } from '../people/people.queries'
import { SearchedField, type SearchedInput, useSearched } from '../shared/searched-field'
import { useT } from './acting.texts'

/** Selects a user of a tenant. */
export function PersonField({ tenantId, ...input }: SearchedInput & { readonly tenantId: string }) {
  const t = useT()
  const { filter, onSearch } = useSearched()
  const state = { page: 1, pageSize: 20, sort: 'email', order: 'asc', filter, filters: { tenant: tenantId } } as const
  const { data, failure } = offerOf(useQuery(peopleQuery(useApi(), state)))
  const found = (data?.items ?? []).map(({ id, name, email }) => ({
    value: id,
    label: name ? `${name} (${email})` : email,
  }))
  return <SearchedField label={t('person')} help={t('personHelp')} {...input} {...{ found, onSearch, failure }} />
}
