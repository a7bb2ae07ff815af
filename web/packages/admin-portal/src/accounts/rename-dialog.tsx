import { TextField } from '@gatehouse/ui'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { type Account, renameAccount } from './accounts.actions'
import { useT } from './accounts.texts'
import { nameSchema } from './create-dialog'

export function RenameDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT()
  const rename = useAction(renameAccount)
  const dialog = useDialogForm({
    schema: nameSchema,
    start: { name: account.name },
    save: ({ name }) => rename.run({ account, name }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('rename.title', { name: account.name })} submitLabel={t('rename.submit')}>
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('create.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
