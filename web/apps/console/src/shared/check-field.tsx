import { Checkbox } from '@mantine/core'
import type { Ref } from 'react'

interface CheckFieldProps {
  readonly label: string
  readonly help?: string
  readonly name: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly readOnly: boolean
  readonly error: string | undefined
}

/** Checkbox with a help text. */
export function CheckField({ label, help, value, onChange, readOnly, error, ...input }: CheckFieldProps) {
  return (
    <Checkbox
      {...input}
      label={label}
      description={help}
      error={error}
      checked={value}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      disabled={readOnly}
    />
  )
}
