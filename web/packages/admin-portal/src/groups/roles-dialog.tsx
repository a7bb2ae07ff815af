import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { RolesField } from '../shared/roles-field'
import type { Group } from '../wire'
import { setRoles } from './groups.actions'
import { groupQuery } from './groups.queries'
import { useT } from './groups.texts'

const schema = z.object({ roleIds: z.array(z.string()) })

const startOf = ({ roles }: Group) => ({ roleIds: (roles ?? []).map(({ id }) => id) })

export function RolesDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useT()
  const set = useAction(setRoles)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(group),
    current: async () => startOf(await readAgain((api, queryClient) => groupQuery(api, queryClient, group.id))),
    save: ({ roleIds }, _, base) => set.run({ group, held: base.roleIds, roleIds }),
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
