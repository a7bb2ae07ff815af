import { errorText, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Ref, useState } from 'react'

interface Option {
  readonly value: string
  readonly label: string
}

export interface SearchSelectInput {
  readonly name?: string
  readonly placeholder?: string
  /** An ID, or empty. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
  readonly readOnly?: boolean
  readonly error?: string | undefined
  readonly clearable?: boolean
}

interface SearchSelectProps extends SearchSelectInput {
  readonly label: string
  readonly help?: string
  /** Results of the server for the search text. */
  readonly found: readonly Option[]
  readonly onSearch: (typed: string) => void
  readonly failure: Error | null
  /** Text for an empty result. */
  readonly none?: string
  /** The selected option, if it is not among the results. */
  readonly known?: Option | undefined
}

const PAUSE_MS = 250

/** Debounced search text. */
export function useSearchText() {
  const [typed, setTyped] = useState('')
  const [filter] = useDebouncedValue(typed, PAUSE_MS)
  return { filter, onSearch: setTyped }
}

/** Select for thousands of records, searched on the server. */
export function SearchSelect(props: SearchSelectProps) {
  const { label, help, found, onSearch, failure, none, known, value, onChange, error, ...input } = props
  const [chosen, setChosen] = useState<Option>()
  // The selected option stays listed while the user searches for another.
  const held = chosen?.value === value ? chosen : known
  const isHeld = held?.value === value && value !== '' && !found.some((one) => one.value === value)
  return (
    <Select
      {...fieldProps({ label, help, error: error ?? (failure ? errorText(failure) : undefined) })}
      {...input}
      value={value || null}
      onChange={(next, option) => {
        setChosen(option ?? undefined)
        onChange(next ?? '')
      }}
      data={isHeld ? [held, ...found] : found}
      nothingFoundMessage={none}
      searchable
      onSearchChange={(text) => onSearch(text === chosen?.label ? '' : text)}
      // The server has already filtered.
      filter={({ options: all }) => all}
    />
  )
}
