import { Switch } from '@mantine/core'
import type { Ref } from 'react'

interface SwitchFieldProps {
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

/** A switch of a form: it is saved with the other fields. */
export function SwitchField({ label, help, value, onChange, readOnly, ...input }: SwitchFieldProps) {
  return (
    <Switch
      {...input}
      label={label}
      // The library makes the help a part of the name, too.
      aria-label={label}
      description={help}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
      disabled={readOnly}
    />
  )
}
