import { offerOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { tenantNamesQuery } from '../tenants/names.queries'
import { tenantsQuery } from '../tenants/tenants.queries'
import { SearchSelect, type SearchSelectInput, useSearchText } from './search-select'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Select for a tenant. A tenant from the URL is shown by name. */
export function TenantField({ value, ...input }: SearchSelectInput & { readonly label: string }) {
  const api = useApi()
  const { filter, onSearch } = useSearchText()
  const state = { page: 1, pageSize: 20, sort: 'name', order: 'asc', filter } as const
  const { data, failure } = offerOf(useQuery({ ...tenantsQuery(api, state), placeholderData: keepPreviousData }))
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isFound = found.some((one) => one.value === value)
  const { data: names } = useQuery(tenantNamesQuery(api, isFound || !data || !ID.test(value) ? [] : [value]))
  const known = data && { value, label: names?.get(value) ?? value }
  return <SearchSelect {...input} {...{ value, found, onSearch, failure, known }} />
}
