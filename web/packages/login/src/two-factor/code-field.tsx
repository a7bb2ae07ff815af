import { TextField } from '@gatehouse/ui'
import { useT } from '../texts'

const DIGITS = 6

interface CodeFieldProps {
  readonly name: string
  readonly error?: string | undefined
  readonly onChange: () => void
  /** Off where there is more to fill in. */
  readonly sends?: boolean
}

/** One field for all six digits: codes paste into it, phones fill it in, and the last digit sends it. */
export function CodeField({ name, error, onChange, sends = true }: CodeFieldProps) {
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
        currentTarget.value = digitsOf(currentTarget.value).slice(0, DIGITS)
        if (sends && currentTarget.value.length === DIGITS) currentTarget.form?.requestSubmit()
      }}
    />
  )
}

/** Keyboards of Arabic and Persian have digits of their own, those of Japanese have wide ones. */
const digitsOf = (typed: string): string =>
  typed
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (one) => String(one.charCodeAt(0) % 16))
    .replace(/\D/g, '')

export const checkCode = (message: string) => (value: string) => (/^\d{6}$/.test(value) ? undefined : message)
