import { Switch } from '@mantine/core'
import type { LabeledFieldProps } from '../shared/field'

/** A switch of a form: it is saved with the other fields. */
export function SwitchField({ label, help, value, onChange, readOnly, ...input }: LabeledFieldProps<boolean>) {
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
