import { normalizeCode, TextField } from '@gatehouse/ui'
import { useT } from '../texts'

const DIGITS = 6

interface CodeFieldProps {
  readonly name: string
  readonly error?: string | undefined
  readonly onChange: () => void
  /** Off if there are other fields to fill in. */
  readonly autoSubmit?: boolean
}

/** One field for six digits: supports pasting and phone autofill, and submits after the last digit. */
export function CodeField({ name, error, onChange, autoSubmit = true }: CodeFieldProps) {
  const t = useT()
  return (
    <TextField
      label={t('field.code')}
      name={name}
      error={error}
      inputMode="numeric"
      autoComplete="one-time-code"
      styles={{ input: { fontVariantNumeric: 'tabular-nums', letterSpacing: '0.25em' } }}
      onChange={({ currentTarget }) => {
        onChange()
        currentTarget.value = normalizeCode(currentTarget.value).slice(0, DIGITS)
        if (autoSubmit && currentTarget.value.length === DIGITS) currentTarget.form?.requestSubmit()
      }}
    />
  )
}

export const checkCode = (message: string) => (value: string) => (/^\d{6}$/.test(value) ? undefined : message)
