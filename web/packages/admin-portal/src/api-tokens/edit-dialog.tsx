import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { useReadAgain } from '../shared/read-again'
import { RolesField } from '../shared/roles-field'
import { shortText } from '../shared/schemas'
import { changeToken } from './api-tokens.actions'
import { tokensQuery } from './api-tokens.queries'
import { t, useT } from './api-tokens.texts'
import { nameOf, type Token } from './token'

const schema = z.object({
  description: shortText(200).min(1, { error: () => t('create.descriptionMissing') }),
  roleIds: z.array(z.string()),
})

const startOf = ({ description, roleIds }: Token) => ({ description, roleIds: [...roleIds] })

/** What a token of the organization is for, and what it may. Its secret and its end stay as they are. */
export function EditDialog({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useT()
  const can = usePermissions()
  const change = useAction(changeToken)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(token),
    async current() {
      const now = (await readAgain((api) => tokensQuery(api, 'tenant'))).find(({ id }) => id === token.id)
      return now && startOf(now)
    },
    save: (_, changed, { roleIds }) =>
      change.run({ token, ...changed, ...(changed.roleIds && { baseRoleIds: roleIds }) }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('edit.title', { name: nameOf(token) })} submitLabel={t('edit.submit')}>
      <Field of={dialog} name="description">
        {(input) => (
          <TextField
            label={t('create.description')}
            help={t('create.descriptionHelp')}
            autoComplete="off"
            data-autofocus
            {...input}
          />
        )}
      </Field>
      {can('fe.secure.read.roles') && (
        <Field of={dialog} name="roleIds">
          {(input) => (
            <RolesField
              label={t('create.roles')}
              help={t('edit.rolesHelp')}
              placeholder={t('create.rolesPlaceholder')}
              {...input}
            />
          )}
        </Field>
      )}
    </DialogForm>
  )
}
