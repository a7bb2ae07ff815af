import type { LabeledFieldProps } from '@gatehouse/admin-portal/kit'
import { Checkbox } from '@mantine/core'

/** Checkbox with a help text. */
export function CheckField({ label, help, value, onChange, readOnly, error, ...input }: LabeledFieldProps<boolean>) {
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
