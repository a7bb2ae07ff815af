import { TextField } from '@gatehouse/ui'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { type Account, renameAccount } from './accounts.actions'
import { accountQuery } from './accounts.queries'
import { useT } from './accounts.texts'
import { nameSchema } from './create-dialog'

export function RenameDialog({ account, onClose }: { account: Account; onClose: () => void }) {
  const t = useT()
  const rename = useAction(renameAccount)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema: nameSchema,
    start: { name: account.name },
    async current() {
      const now = await readAgain((api) => accountQuery(api, account.tenantId))
      return now ? { name: now.name } : undefined
    },
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
