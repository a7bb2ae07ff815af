import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { CheckField } from '../../shared/check-field'
import { nameOf } from '../people.actions'
import type { ContactProps } from './contact-props'
import { addEmail } from './contacts.actions'
import { t, useT } from './contacts.texts'

const schema = z.object({
  email: shortText(254).pipe(z.email({ error: () => t('emails.wrong') })),
  isVerified: z.boolean(),
})

export function AddEmailDialog({ person, run, onClose }: ContactProps & { readonly onClose: () => void }) {
  const t = useT()
  const add = useAction(addEmail)
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { email: '', isVerified: false },
    save: (values) => run(() => add.run({ person, ...values })),
    refusals: { 'email_addresses.*': 'email' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('emails.addTitle', { name: nameOf(person) })}
      description={t('emails.addHelp', { email: person.email })}
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
