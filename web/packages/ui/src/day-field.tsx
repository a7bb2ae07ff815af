import { TextField, type TextFieldProps } from './text-field'
import { useT } from './texts'

/** The value of a partly typed date. No date schema accepts it. */
export const INCOMPLETE_DAY = '?'

export type DayFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange'> & {
  /** In the format of date fields: 2026-03-01; empty without a date. */
  readonly value: string
  readonly onChange: (day: string) => void
}

/**
 * A date field. Browsers report a partly typed date as empty, so an optional date would be dropped silently: the form
 * gets `INCOMPLETE_DAY` instead and rejects it, and the field shows why.
 */
export function DayField({ value, onChange, onBlur, error, ...input }: DayFieldProps) {
  const t = useT()
  const isIncomplete = value === INCOMPLETE_DAY
  function readField({ validity, value: typed }: HTMLInputElement) {
    const day = validity.badInput ? INCOMPLETE_DAY : typed
    if (day !== value) onChange(day)
  }
  return (
    <TextField
      {...input}
      type="date"
      // With an empty value React keeps the typed part in the field.
      value={isIncomplete ? '' : value}
      error={error && isIncomplete ? t('dayIncomplete') : error}
      onChange={({ currentTarget }) => readField(currentTarget)}
      onKeyUp={({ currentTarget }) => readField(currentTarget)}
      onBlur={(event) => {
        readField(event.currentTarget)
        onBlur?.(event)
      }}
    />
  )
}
