import { useApi, useAuthUser } from '@gatehouse/react'
import { checkPassword, NewPasswordField, type PasswordConfig, PasswordField } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { changePassword, passwordConfigQuery } from './privacy.queries'
import { t, useT } from './privacy.texts'

// Only what the server says counts. While it has not, it is asked with the password itself.
const NO_CONFIG: PasswordConfig = {}

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const user = useAuthUser()
  const { data: config = NO_CONFIG } = useQuery(passwordConfigQuery(useApi()))
  const change = useAction(changePassword)
  const dialog = useDialogForm({
    schema: useMemo(() => schemaFor(config), [config]),
    start: { password: '', newPassword: '' },
    save: change.run,
    // Every refusal of a password belongs to the new one, but for that of the current one.
    refusals: { 'passwords.wrong_current': 'password', 'passwords.*': 'newPassword' },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={t('password.open')}
      description={t('password.help')}
      submitLabel={t('password.open')}
    >
      {/* Password managers file the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} />
      <Field of={dialog} name="password">
        {(input) => (
          <PasswordField label={t('password.current')} autoComplete="current-password" data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="newPassword">
        {(input) => (
          <NewPasswordField label={t('password.next')} config={config} about={[user.email, user.name]} {...input} />
        )}
      </Field>
    </DialogForm>
  )
}

function schemaFor(config: PasswordConfig) {
  const check = checkPassword(config)
  return z
    .object({
      password: z.string().min(1, { error: () => t('password.currentMissing') }),
      newPassword: z.string().superRefine((password, context) => {
        const problem = check(password)
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
    })
    .refine(({ password, newPassword }) => password !== newPassword, {
      path: ['newPassword'],
      error: () => t('password.same'),
    })
}
