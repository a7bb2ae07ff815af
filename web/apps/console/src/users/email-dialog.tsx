import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import type { VendorUser } from '../wire'
import { changeEmail, nameOf } from './users.actions'
import { readUser } from './users.queries'
import { t, useT } from './users.texts'

const schema = z.object({ email: shortText(254).pipe(z.email({ error: () => t('email.wrong') })) })

export type EmailValues = z.infer<typeof schema>

interface EmailDialogProps {
  readonly user: VendorUser
  readonly typed: EmailValues | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<EmailValues>
  readonly onClose: () => void
}

export function EmailDialog({ user, typed, run, onClose }: EmailDialogProps) {
  const t = useT()
  const name = nameOf(user)
  const change = useAction(changeEmail)
  const api = useApi()
  const dialog = useDialogForm({
    schema,
    start: { email: user.email },
    typed,
    current: async () => ({ email: (await readUser(api, user.id)).email }),
    save: (values) => run(() => change.run({ user, ...values }), values),
    refusals: { 'email_addresses.*': 'email' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('email.title', { name })}
      description={t('email.help', { name })}
      submitLabel={t('email.submit')}
    >
      <Field of={dialog} name="email">
        {(input) => <TextField label={t('email.label')} type="email" autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
