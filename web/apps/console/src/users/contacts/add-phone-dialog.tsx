import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { isPhoneNumber, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { RunWithStepUp } from '../../shared/step-up-dialog'
import type { VendorUser } from '../../wire'
import { nameOf } from '../users.actions'
import { addPhone } from './contacts.actions'
import { t, useT } from './contacts.texts'

const schema = z.object({
  phoneNumber: z
    .string()
    .trim()
    .refine(isPhoneNumber, { error: () => t('phones.wrong') }),
})

export type NewPhone = z.infer<typeof schema>

interface AddPhoneDialogProps {
  readonly user: VendorUser
  readonly typed: NewPhone | undefined
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp<NewPhone>
  readonly onClose: () => void
}

export function AddPhoneDialog({ user, typed, run, onClose }: AddPhoneDialogProps) {
  const t = useT()
  const add = useAction(addPhone)
  const dialog = useDialogForm<NewPhone>({
    schema,
    start: { phoneNumber: '' },
    typed,
    save: (values) => run(() => add.run({ user, ...values }), values),
    refusals: { 'phone_numbers.*': 'phoneNumber' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('phones.addTitle', { name: nameOf(user) })}
      description={t('phones.addHelp')}
      submitLabel={t('phones.add')}
    >
      <Field of={dialog} name="phoneNumber">
        {(input) => (
          <TextField
            label={t('phones.label')}
            help={t('phones.labelHelp')}
            type="tel"
            autoComplete="off"
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
