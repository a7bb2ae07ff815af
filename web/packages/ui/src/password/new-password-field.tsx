import { useMemo, useState } from 'react'
import { PasswordField, type PasswordFieldProps } from '../password-field'
import { useT } from '../texts'
import { PasswordMeter } from './password-meter'
import { hasRules, type PasswordConfig, rulesOf } from './rules'

type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete' | 'help' | 'meter'> & {
  config: PasswordConfig
}

/** Where a password is chosen: how strong it is while typing, and what the vendor asks for. */
export function NewPasswordField({ config, onChange, ...field }: NewPasswordFieldProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const rules = useMemo(() => rulesOf(config), [config])
  const { minLength = 0 } = config
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      help={minLength > 0 && !hasRules(rules) ? t('strength.length', { count: minLength }) : undefined}
      meter={<PasswordMeter {...{ password, rules, minLength }} isRefused={Boolean(field.error)} />}
      onChange={(event) => {
        setPassword(event.currentTarget.value)
        onChange?.(event)
      }}
    />
  )
}
