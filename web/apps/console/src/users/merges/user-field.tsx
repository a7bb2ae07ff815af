import { offerOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SearchSelect, type SearchSelectInput, useSearchText } from '../../shared/search-select'
import type { VendorUser } from '../../wire'
import { nameOf } from '../users.actions'
import { usersQuery } from '../users.queries'

interface UserFieldProps extends SearchSelectInput {
  readonly label: string
  readonly noResults: string
  /** The user to leave out of the results. */
  readonly without: VendorUser
}

/** Searches all users by name or email. A complete email address also finds users who have it as an additional one. */
export function UserField({ noResults, without, ...input }: UserFieldProps) {
  const { filter, onSearch } = useSearchText()
  const state = { page: 1, pageSize: 10, sort: 'email', order: 'asc', filter, filters: {} } as const
  const { data, failure } = offerOf(useQuery(usersQuery(useApi(), state)))
  const found = (data?.items ?? [])
    .filter(({ id }) => id !== without.id)
    .map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.email})` }))
  return <SearchSelect {...input} none={noResults} {...{ found, onSearch, failure }} />
}
