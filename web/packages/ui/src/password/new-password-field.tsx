import { useMemo, useState } from 'react'
import { PasswordField, type PasswordFieldProps } from '../password-field'
import { useT } from '../texts'
import { PasswordMeter } from './password-meter'
import { hasRules, type PasswordConfig, rulesOf } from './rules'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'about' | 'autoComplete' | 'help' | 'meter'> & {
  config: PasswordConfig
  /** What others know of the person, such as names and addresses: words that make a password easy to guess. */
  about?: readonly string[]
}

/** Where a password is chosen: how strong it is while typing, and what the vendor asks for. */
export function NewPasswordField({ config, about, onChange, ...field }: NewPasswordFieldProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const rules = useMemo(() => rulesOf(config), [config])
  const { minLength = 0 } = config
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      help={minLength > 0 && !hasRules(rules) ? t('strength.length', { count: minLength }) : undefined}
      meter={<PasswordMeter {...{ password, rules, minLength, about }} isRefused={Boolean(field.error)} />}
      onChange={(event) => {
        setPassword(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}
