import { useApi } from '@gatehouse/react'
import { errorText, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import type { Person } from '../../wire'
import { nameOf } from '../people.actions'
import { peopleQuery } from '../people.queries'

interface PersonFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly nobody: string
  /** Who is not offered. */
  readonly without: Person
  readonly name?: string
  /** Their id, or nothing. */
  readonly value: string
  readonly onChange: (userId: string) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
  readonly readOnly?: boolean
  readonly error?: string | undefined
}

const PAUSE_MS = 250

/** One of all people, searched at the server by name or address; a whole address also finds who has it besides others. */
export function PersonField({ label, nobody, without, value, onChange, error, ...input }: PersonFieldProps) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [filter] = useDebouncedValue(typed, PAUSE_MS)
  const state = { page: 1, pageSize: 10, sort: 'email', order: 'asc', filter, filters: {} } as const
  const { data, error: failure } = useQuery(peopleQuery(api, state))
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const found = (data?.items ?? [])
    .filter(({ id }) => id !== without.id)
    .map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.email})` }))
  // Who was chosen stays among the options, whatever is searched for afterwards.
  const options = chosen && !found.some((one) => one.value === chosen.value) ? [chosen, ...found] : found
  return (
    <Select
      {...fieldProps({ label, error: error ?? (failure ? errorText(failure) : undefined) })}
      {...input}
      value={value || null}
      onChange={(next, option) => {
        setChosen(option ?? undefined)
        onChange(next ?? '')
      }}
      data={options}
      nothingFoundMessage={nobody}
      searchable
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text)}
      // The server has searched already.
      filter={({ options: all }) => all}
    />
  )
}
