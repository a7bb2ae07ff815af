import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { RolesField } from '../shared/roles-field'
import { shortText } from '../shared/schemas'
import type { SsoConnection, SsoGroup } from '../wire'
import { addGroup, changeGroup, setRoles } from './sso.actions'
import { useT } from './sso.texts'
import { useReadConnection } from './use-read-connection'

interface DialogProps {
  readonly connection: SsoConnection
  readonly onClose: () => void
}

export function DefaultRolesDialog({ connection, onClose }: DialogProps) {
  const t = useT()
  const set = useAction(setRoles)
  const readConnection = useReadConnection()
  const dialog = useDialogForm({
    schema: z.object({ roleIds: z.array(z.string()) }),
    start: { roleIds: connection.roleIds },
    async current() {
      const now = await readConnection(connection.id)
      return now && { roleIds: now.roleIds }
    },
    save: async ({ roleIds }, _, base) =>
      void (await set.run({ id: connection.id, roleIds, baseRoleIds: base.roleIds })),
    refusals: { 'roles.*': 'roleIds' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('roles.default')} submitLabel={t('form.save')}>
      <Field of={dialog} name="roleIds">
        {(input) => <RolesField label={t('roles.roles')} placeholder={t('roles.usual')} data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}

const startOf = (group: SsoGroup | undefined) => ({ group: group?.group ?? '', roleIds: group?.roleIds ?? [] })

export function GroupDialog({ connection, group, onClose }: DialogProps & { readonly group?: SsoGroup }) {
  const t = useT()
  const add = useAction(addGroup)
  const change = useAction(changeGroup)
  const readConnection = useReadConnection()
  const dialog = useDialogForm({
    schema: z.object({
      group: shortText(200).min(1, { error: () => t('roles.nameMissing') }),
      roleIds: z.array(z.string()).min(1, { error: () => t('roles.rolesMissing') }),
    }),
    start: startOf(group),
    ...(group && {
      async current() {
        const now = (await readConnection(connection.id))?.groups.find(({ id }) => id === group.id)
        return now && startOf(now)
      },
    }),
    save: async (values, changed, { roleIds: baseRoleIds }) => {
      if (group) await change.run({ id: connection.id, group, values: { ...changed, baseRoleIds } })
      else await add.run({ id: connection.id, ...values })
    },
    refusals: { 'sso.group_exists': 'group', 'roles.*': 'roleIds' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={group ? t('roles.editTitle', { name: group.group }) : t('roles.addGroup')}
      submitLabel={group ? t('form.save') : t('roles.addGroup')}
    >
      <Field of={dialog} name="group">
        {(input) => (
          <TextField label={t('roles.name')} help={t('roles.nameHelp')} autoComplete="off" data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="roleIds">
        {(input) => <RolesField label={t('roles.roles')} {...input} />}
      </Field>
    </DialogForm>
  )
}
