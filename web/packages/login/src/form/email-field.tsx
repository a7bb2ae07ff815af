import { TextField } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { useT } from '../texts'
import classes from './form.module.css'

interface EmailFieldProps {
  readonly name: string
  readonly label?: string
  readonly error?: string | undefined
  readonly onChange: () => void
  /** Restored after a reload. */
  readonly defaultValue?: string
  /** Use `username` for sign-in: password managers look for it. */
  readonly autoComplete?: 'username' | 'email'
  /** The browser may suggest passkeys in this field. */
  readonly takesPasskeys?: boolean
}

/** An email field, prefilled from other pages and steps. */
export function EmailField({ label, autoComplete = 'username', takesPasskeys = false, ...field }: EmailFieldProps) {
  const t = useT()
  const { email, settings } = useLogin()
  return (
    <TextField
      label={label ?? t('field.email')}
      type="email"
      inputMode="email"
      autoComplete={takesPasskeys && settings.passkeys ? 'username webauthn' : autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={320}
      defaultValue={email}
      {...field}
    />
  )
}

interface ReadOnlyEmailProps {
  readonly email: string
  readonly onChange: () => void
}

/** The email of an earlier step: read-only, available to password managers, with a button to change it. */
export function ReadOnlyEmail({ email, onChange }: ReadOnlyEmailProps) {
  const t = useT()
  return (
    <TextField
      label={t('field.email')}
      name="email"
      type="email"
      autoComplete="username"
      readOnly
      value={email}
      classNames={{ input: classes.chosen ?? '' }}
      rightSectionWidth="auto"
      rightSection={
        <Button variant="subtle" size="compact-sm" className={classes.change ?? ''} onClick={onChange}>
          {t('change')}
        </Button>
      }
    />
  )
}
