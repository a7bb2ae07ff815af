import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { nameOf } from '../people.actions'
import type { ContactProps } from './contact-props'
import { addPhone } from './contacts.actions'
import { t, useT } from './contacts.texts'

/** The server knows which numbers there are. */
const NUMBER = /^\+[\d\s()./-]{6,39}$/

const schema = z.object({
  phoneNumber: z
    .string()
    .trim()
    .regex(NUMBER, { error: () => t('phones.wrong') }),
})

export function AddPhoneDialog({ person, run, onClose }: ContactProps & { readonly onClose: () => void }) {
  const t = useT()
  const add = useAction(addPhone)
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { phoneNumber: '' },
    save: ({ phoneNumber }) => run(() => add.run({ person, phoneNumber })),
    refusals: { 'phone_numbers.*': 'phoneNumber' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('phones.addTitle', { name: nameOf(person) })}
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
