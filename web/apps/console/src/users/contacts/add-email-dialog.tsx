import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { CheckField } from '../../shared/check-field'
import type { RunWithStepUp } from '../../shared/step-up-dialog'
import type { VendorUser } from '../../wire'
import { nameOf } from '../users.actions'
import { addEmail } from './contacts.actions'
import { t, useT } from './contacts.texts'

const schema = z.object({
  email: shortText(254).pipe(z.email({ error: () => t('emails.wrong') })),
  isVerified: z.boolean(),
})

export type NewEmail = z.infer<typeof schema>

interface AddEmailDialogProps {
  readonly user: VendorUser
  readonly typed: NewEmail | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<NewEmail>
  readonly onClose: () => void
}

export function AddEmailDialog({ user, typed, run, onClose }: AddEmailDialogProps) {
  const t = useT()
  const add = useAction(addEmail)
  const dialog = useDialogForm<NewEmail>({
    schema,
    start: { email: '', isVerified: false },
    typed,
    save: (values) => run(() => add.run({ user, ...values }), values),
    refusals: { 'email_addresses.*': 'email' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('emails.addTitle', { name: nameOf(user) })}
      description={t('emails.addHelp', { email: user.email })}
      submitLabel={t('emails.add')}
    >
      <Field of={dialog} name="email">
        {(input) => <TextField label={t('emails.label')} type="email" autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="isVerified">
        {(input) => <CheckField label={t('emails.isVerified')} help={t('emails.isVerifiedHelp')} {...input} />}
      </Field>
    </DialogForm>
  )
}
