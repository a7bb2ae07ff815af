import { PasswordField } from '@gatehouse/ui'
import { useMemo, useState } from 'react'
import type { PasswordConfig } from '../calls'
import { useT } from '../texts'
import { PasswordMeter } from './PasswordMeter'
import { hasRules, rulesOf } from './password-rules'

interface NewPasswordFieldProps {
  readonly config: PasswordConfig
  readonly label: string
  readonly name: string
  readonly error?: string | undefined
  readonly onChange: () => void
}

export function NewPasswordField({ config, label, name, error, onChange }: NewPasswordFieldProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const rules = useMemo(() => rulesOf(config), [config])
  const { minLength = 0 } = config
  return (
    <PasswordField
      label={label}
      name={name}
      error={error}
      size="md"
      autoComplete="new-password"
      help={minLength > 0 && !hasRules(rules) ? t('strength.length', { count: minLength }) : undefined}
      meter={<PasswordMeter password={password} rules={rules} minLength={minLength} />}
      onChange={(event) => {
        setPassword(event.currentTarget.value)
        onChange()
      }}
    />
  )
}
