import { useMemo, useState } from 'react'
import { PasswordField, type PasswordFieldProps } from '../password-field'
import { useT } from '../texts'
import { PasswordMeter } from './password-meter'
import { createRules, hasRules, type PasswordConfig } from './rules'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'about' | 'autoComplete' | 'help' | 'meter'> & {
  config: PasswordConfig
  /** Names, addresses and other known words that make a password easy to guess. */
  about?: readonly string[]
}

/** A field for a new password, with its strength and the vendor's rules. */
export function NewPasswordField({ config, about, onChange, ...field }: NewPasswordFieldProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const rules = useMemo(() => createRules(config), [config])
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
