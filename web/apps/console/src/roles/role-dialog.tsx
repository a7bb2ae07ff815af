import {
  DialogForm,
  Field,
  NumberField,
  PermissionMatrix,
  shortText,
  useAction,
  useDialogForm,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { CheckField } from '../shared/check-field'
import type { Role } from '../wire'
import { changeRole, createRole, type RoleValues } from './roles.actions'
import { readRoles } from './roles.queries'
import { t, useT } from './roles.texts'

const LOWEST = 1000

const level = { error: () => t('form.levelWrong') }

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  key: shortText(200),
  description: shortText(2000),
  level: z.number(level).int(level).min(0, level).max(1_000_000, level),
  isDefault: z.boolean(),
  firstUserRole: z.boolean(),
  permissionIds: z.array(z.string()),
})

function toFormValues(role: Role | undefined): RoleValues {
  return {
    name: role?.name ?? '',
    key: role?.key ?? '',
    description: role?.description ?? '',
    level: role?.level ?? LOWEST,
    isDefault: role?.isDefault ?? false,
    firstUserRole: role?.firstUserRole ?? false,
    permissionIds: role?.permissions ?? [],
  }
}

/** Form for a new role, or for an existing one with its level and permissions. */
export function RoleDialog({ role, onClose }: { readonly role?: Role; readonly onClose: () => void }) {
  const t = useT()
  const create = useAction(createRole)
  const change = useAction(changeRole)
  const api = useApi()
  const dialog = useDialogForm<RoleValues>({
    schema,
    start: toFormValues(role),
    current:
      role &&
      (async () => {
        const now = (await readRoles(api)).find(({ id }) => id === role.id)
        return now && toFormValues(now)
      }),
    save: (values, changed) => (role ? change.run({ role, values: changed }) : create.run(values)),
    refusals: { 'roles.name_taken': 'name', 'roles.key_taken': role ? 'name' : 'key' },
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
      {!role && (
        <Field of={dialog} name="key">
          {(input) => (
            <TextField label={t('form.key')} help={t('form.keyHelp')} autoComplete="off" optional {...input} />
          )}
        </Field>
      )}
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      <Field of={dialog} name="level">
        {(input) => <NumberField label={t('form.level')} help={t('form.levelHelp')} {...input} />}
      </Field>
      <Field of={dialog} name="isDefault">
        {(input) => <CheckField label={t('form.isDefault')} help={t('form.isDefaultHelp')} {...input} />}
      </Field>
      <Field of={dialog} name="firstUserRole">
        {(input) => <CheckField label={t('form.firstUserRole')} help={t('form.firstUserRoleHelp')} {...input} />}
      </Field>
      <Field of={dialog} name="permissionIds">
        {({ value, onChange }) => <PermissionMatrix value={value} onChange={onChange} everything />}
      </Field>
    </DialogForm>
  )
}
