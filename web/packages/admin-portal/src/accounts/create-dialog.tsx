import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { shortText } from '../shared/schemas'
import { type Account, createAccount } from './accounts.actions'
import { t, useT } from './accounts.texts'

export const nameSchema = z.object({
  name: shortText(200).min(1, { error: () => t('create.nameMissing') }),
})

export function CreateDialog({ parent, onClose }: { parent: Account; onClose: () => void }) {
  const t = useT()
  const create = useAction(createAccount)
  const dialog = useDialogForm({
    schema: nameSchema,
    start: { name: '' },
    save: ({ name }) => create.run({ parent, name }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('create.title', { name: parent.name })} submitLabel={t('create.submit')}>
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('create.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
