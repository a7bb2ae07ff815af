import { isPhoneNumber, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { t, useT } from './privacy.texts'

interface NumberDialogProps {
  readonly title: string
  readonly onNumber: (phoneNumber: string) => Promise<unknown>
  readonly onClose: () => void
}

const SCHEMA = z.object({
  phoneNumber: z
    .string()
    .trim()
    .refine(isPhoneNumber, { error: () => t('phones.malformed') }),
})

/** A phone number, to which a code goes. What `onNumber` opens next takes the place of this dialog. */
export function NumberDialog({ title, onNumber, onClose }: NumberDialogProps) {
  const t = useT()
  const dialog = useDialogForm({
    schema: SCHEMA,
    start: { phoneNumber: '' },
    save: ({ phoneNumber }) => onNumber(phoneNumber).then(() => 'stay'),
    refusals: { 'phone_numbers.*': 'phoneNumber', 'mfa.phone_malformed': 'phoneNumber', 'ER-01037': 'phoneNumber' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={title} description={t('phones.sends')} submitLabel={t('phones.send')} size={440}>
      <Field of={dialog} name="phoneNumber">
        {(input) => (
          <TextField
            label={t('phones.number')}
            help={t('phones.format')}
            type="tel"
            autoComplete="tel"
            maxLength={40}
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
