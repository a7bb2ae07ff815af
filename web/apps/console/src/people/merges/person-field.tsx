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
  /** Who is not offered. */
  readonly without: Person
}

/** One of all people, by name or address; a whole address also finds who has it besides others. */
export function PersonField({ nobody, without, ...input }: PersonFieldProps) {
  const { filter, onSearch } = useSearched()
  const state = { page: 1, pageSize: 10, sort: 'email', order: 'asc', filter, filters: {} } as const
  const { data, failure } = offerOf(useQuery(peopleQuery(useApi(), state)))
  const found = (data?.items ?? [])
    .filter(({ id }) => id !== without.id)
    .map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.email})` }))
  return <SearchedField {...input} none={nobody} {...{ found, onSearch, failure }} />
}
