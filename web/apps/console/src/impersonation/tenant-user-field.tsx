import { offerOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SearchSelect, type SearchSelectInput, useSearchText } from '../shared/search-select'
import { usersQuery } from '../users/users.queries'
import { useT } from './impersonation.texts'

/** Selects a user of a tenant. */
export function TenantUserField({ tenantId, ...input }: SearchSelectInput & { readonly tenantId: string }) {
  const t = useT()
  const { filter, onSearch } = useSearchText()
  const state = { page: 1, pageSize: 20, sort: 'email', order: 'asc', filter, filters: { tenant: tenantId } } as const
  const { data, failure } = offerOf(useQuery(usersQuery(useApi(), state)))
  const found = (data?.items ?? []).map(({ id, name, email }) => ({
    value: id,
    label: name ? `${name} (${email})` : email,
  }))
  return <SearchSelect label={t('person')} help={t('personHelp')} {...input} {...{ found, onSearch, failure }} />
}
