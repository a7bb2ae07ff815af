import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type FieldExtras, fieldProps } from './field'
import classes from './field.module.css'
import { useT } from './texts'

export type PasswordFieldProps = Omit<PasswordInputProps, 'description' | 'error' | 'label'> &
  FieldExtras & {
    /**
     * `new-password` for choosing one, `current-password` for entering it: password managers need to know. `off` for
     * secrets that are not a user's password, such as another service's key.
     */
    autoComplete: 'new-password' | 'current-password' | 'off'
    /** Strength and rules, between the field and its help. */
    meter?: ReactNode
  }

export function PasswordField({ label, help, error, optional, meter, ...input }: PasswordFieldProps) {
  const t = useT()
  const [visible, { toggle }] = useDisclosure(false)
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      {...fieldProps({ label, help, error, optional })}
      // Mantine sets this only on its other inputs.
      aria-invalid={error ? true : undefined}
      visible={visible}
      onVisibilityChange={toggle}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t(visible ? 'password.hide' : 'password.show') }}
      inputContainer={(field) => (
        <>
          {field}
          <div aria-live="polite" className={classes.note}>
            {isCapsLockOn && t('password.capsLock')}
          </div>
          {meter}
        </>
      )}
      onKeyDown={watchCapsLock}
      onKeyUp={watchCapsLock}
      onBlur={() => setCapsLockOn(false)}
      {...input}
    />
  )
}
