import { TextAreaField, TextField } from '@gatehouse/ui'
import { Checkbox } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { useReadAgain } from '../shared/read-again'
import { rolesQuery } from '../shared/roles.queries'
import { shortText } from '../shared/schemas'
import type { Role } from '../wire'
import { PermissionMatrix } from './permission-matrix'
import { changeRole, createRole } from './roles.actions'
import { t, useT } from './roles.texts'

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  description: shortText(2000),
  isDefault: z.boolean(),
  permissionIds: z.array(z.string()),
})

const startOf = (role: Role | undefined) => ({
  name: role?.name ?? '',
  description: role?.description ?? '',
  isDefault: role?.isDefault ?? false,
  permissionIds: role?.permissions ?? [],
})

/** A new role, or all of one: its words, and what it allows. */
export function RoleDialog({ role, onClose }: { role?: Role; onClose: () => void }) {
  const t = useT()
  const create = useAction(createRole)
  const change = useAction(changeRole)
  const readAgain = useReadAgain()
  const dialog = useDialogForm({
    schema,
    start: startOf(role),
    ...(role && {
      async current() {
        const now = (await readAgain((api) => rolesQuery(api))).find(({ id }) => id === role.id)
        return now && startOf(now)
      },
    }),
    save: (values, changed, { permissionIds }) =>
      role ? change.run({ role, values: changed, basePermissionIds: permissionIds }) : create.run(values),
    refusals: { 'roles.name_taken': 'name', 'roles.key_taken': 'name' },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={role ? t('edit.title', { name: role.name }) : t('create.title')}
      submitLabel={t(role ? 'edit.submit' : 'create.submit')}
      size={640}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="description">
        {(input) => (
          <TextAreaField
            label={t('form.description')}
            help={t('form.descriptionHelp')}
            optional
            minRows={2}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="isDefault">
        {({ value, onChange, name, ref }) => (
          <Checkbox
            name={name}
            ref={ref}
            label={t('form.isDefault')}
            description={t('isDefaultHelp')}
            checked={value}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
        )}
      </Field>
      <Field of={dialog} name="permissionIds">
        {({ value, onChange }) => <PermissionMatrix value={value} onChange={onChange} />}
      </Field>
    </DialogForm>
  )
}
