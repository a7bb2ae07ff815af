import { useApi } from '@gatehouse/react'
import { errorText, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { peopleQuery } from '../people/people.queries'
import { useT } from './acting.texts'

interface PersonFieldProps {
  readonly tenantId: string
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

/** One of a tenant's people, searched at the server: there may be thousands. */
export function PersonField({ tenantId, value, onChange, error, ...input }: PersonFieldProps) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [filter] = useDebouncedValue(typed, PAUSE_MS)
  const state = { page: 1, pageSize: 20, sort: 'email', order: 'asc', filter, filters: { tenant: tenantId } } as const
  const { data, error: failure } = useQuery(peopleQuery(useApi(), state))
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const found = (data?.items ?? []).map(({ id, name, email }) => ({
    value: id,
    label: name ? `${name} (${email})` : email,
  }))
  // Who was chosen stays among the options, whatever is searched for afterwards.
  const options =
    chosen && chosen.value === value && !found.some((one) => one.value === value) ? [chosen, ...found] : found
  return (
    <Select
      {...fieldProps({
        label: t('person'),
        help: t('personHelp'),
        error: error ?? (failure ? errorText(failure) : undefined),
      })}
      {...input}
      value={value || null}
      onChange={(next, option) => {
        setChosen(option ?? undefined)
        onChange(next ?? '')
      }}
      data={options}
      searchable
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text)}
      // The server has searched already.
      filter={({ options: all }) => all}
    />
  )
}
