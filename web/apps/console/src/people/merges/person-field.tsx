import { offerOf } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SearchedField, type SearchedInput, useSearched } from '../../shared/searched-field'
import type { Person } from '../../wire'
import { nameOf } from '../people.actions'
import { peopleQuery } from '../people.queries'

interface PersonFieldProps extends SearchedInput {
  readonly label: string
  readonly nobody: string
  /** The user to leave out of the results. */
  readonly without: Person
}

/** Searches all users by name or email. A complete email address also finds users who have it as an additional one. */
export function PersonField({ nobody, without, ...input }: PersonFieldProps) {
  const { filter, onSearch } = useSearched()
  const state = { page: 1, pageSize: 10, sort: 'email', order: 'asc', filter, filters: {} } as const
  const { data, failure } = offerOf(useQuery(peopleQuery(useApi(), state)))
  const found = (data?.items ?? [])
    .filter(({ id }) => id !== without.id)
    .map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.email})` }))
  return <SearchedField {...input} none={nobody} {...{ found, onSearch, failure }} />
}
