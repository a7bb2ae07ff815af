import { TextField, type TextFieldProps } from './text-field'
import { useT } from './texts'

/** Value of a date field that holds a part of a date. No schema of a day accepts it. */
export const INCOMPLETE_DAY = '?'

export type DayFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange'> & {
  /** As date fields have it: 2026-03-01; empty without a date. */
  readonly value: string
  readonly onChange: (day: string) => void
}

/**
 * A date. Browsers give a partly typed date the value of an empty field, so that an optional date would be dropped without
 * a word: the form gets `INCOMPLETE_DAY` instead, has to refuse it, and the field says why.
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
      // With an empty value React leaves the typed part in the field.
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
