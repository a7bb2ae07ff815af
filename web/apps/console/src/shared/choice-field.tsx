import { errorText, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import type { Ref } from 'react'

interface ChoiceFieldProps<Value extends string> {
  readonly label: string
  readonly help?: string
  readonly options: readonly (readonly [value: Value, label: string])[]
  readonly name?: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
  readonly readOnly?: boolean
  readonly error?: string | undefined
  readonly searchable?: boolean
  /** Why the options could not be loaded. */
  readonly failure?: Error | null
  /** Text for an empty list. */
  readonly none?: string
}

/** Options that are rendered at once. Typing finds the others. */
export const MOST_SHOWN = 100

/** Select for a few options, or for many with a search. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, help, options, onChange, error, value, failure, none, ...input } = props
  return (
    <Select
      {...fieldProps({ label, help, error: error ?? (failure ? errorText(failure) : undefined) })}
      {...input}
      nothingFoundMessage={none}
      {...(input.searchable && { limit: MOST_SHOWN })}
      value={value}
      onChange={(next) => next !== null && onChange(next as Value)}
      data={options.map(([one, text]) => ({ value: one, label: text }))}
      allowDeselect={false}
    />
  )
}
