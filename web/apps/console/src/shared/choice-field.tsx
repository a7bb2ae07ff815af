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
  /** Why the options are not there. */
  readonly failure?: Error | null
  /** What is said where there are none. */
  readonly none?: string
}

/** Of hundreds, so many are drawn; who wants another types a part of it. */
export const MOST_SHOWN = 100

/** One of a few, or of those that are searched. */
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
