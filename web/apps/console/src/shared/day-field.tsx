import { InlineAlert, TextField, type TextFieldProps } from '@gatehouse/ui'
import { hasPassed, PART_OF_A_DAY } from './days'
import { useT } from './days.texts'

type DayFieldProps = Omit<TextFieldProps, 'type' | 'value' | 'onChange'> & {
  readonly value: string
  readonly onChange: (day: string) => void
  /** For an end that the server also takes when it is over: says so. */
  readonly mayHavePassed?: boolean
}

/**
 * A day, or nothing. Of a date that is not whole a browser says what it says of none, so that an end that somebody began
 * to type would be no end at all: it is told to the form as what no day is.
 */
export function DayField({ value, onChange, onBlur, mayHavePassed = false, ...input }: DayFieldProps) {
  const t = useT()
  function look({ validity, value: now }: HTMLInputElement) {
    const typed = validity.badInput ? PART_OF_A_DAY : now
    if (typed !== value) onChange(typed)
  }
  return (
    <>
      <TextField
        {...input}
        type="date"
        // React leaves the field alone, with the part in it.
        value={value === PART_OF_A_DAY ? '' : value}
        onChange={({ currentTarget }) => look(currentTarget)}
        onKeyUp={({ currentTarget }) => look(currentTarget)}
        onBlur={(event) => {
          look(event.currentTarget)
          onBlur?.(event)
        }}
      />
      {mayHavePassed && hasPassed(value) && <InlineAlert tone="warning">{t('passed')}</InlineAlert>}
    </>
  )
}
