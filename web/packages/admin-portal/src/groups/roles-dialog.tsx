import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { RolesField } from '../shared/roles-field'
import type { Group } from '../wire'
import { setRoles } from './groups.actions'
import { useT } from './groups.texts'

const schema = z.object({ roleIds: z.array(z.string()) })

export function RolesDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useT()
  const set = useAction(setRoles)
  const dialog = useDialogForm({
    schema,
    start: { roleIds: (group.roles ?? []).map(({ id }) => id) },
    save: ({ roleIds }) => set.run({ group, roleIds }),
    refusals: { 'roles.*': 'roleIds' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('roles.dialog', { name: group.name })} submitLabel={t('roles.submit')}>
      <Field of={dialog} name="roleIds">
        {(input) => (
          <RolesField
            label={t('roles.title')}
            help={t('roles.dialogHelp')}
            placeholder={t('roles.placeholder')}
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
