import { DialogForm, Field, shortText, useAction, useDialogForm, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { fieldProps, TextField } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { rolesQuery } from '../roles/roles.queries'
import type { Tenant } from '../wire'
import { inviteUser } from './parts.actions'
import { t, useT } from './tenants.texts'

const schema = z.object({
  email: shortText(254).pipe(z.email({ error: () => t('invite.emailWrong') })),
  name: shortText(100),
  roleId: z.string(),
})

/** Invites a user to the tenant by email. */
export function InviteDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const t = useT()
  const invite = useAction(inviteUser)
  const canRead = usePermissions()('vendor.read.roles')
  const { data: roles = [] } = useQuery({ ...rolesQuery(useApi()), enabled: canRead })
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { email: '', name: '', roleId: '' },
    save: (values) => invite.run({ tenant, ...values }),
    refusals: { 'memberships.*': 'email', 'users.*': 'email', 'admission.*': 'email' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('invite.title', { name: tenant.name })}
      description={t('invite.help')}
      submitLabel={t('invite.submit')}
    >
      <Field of={dialog} name="email">
        {(input) => <TextField label={t('invite.email')} type="email" autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" optional {...input} />}
      </Field>
      {canRead && (
        <Field of={dialog} name="roleId">
          {({ value, onChange, error, ...input }) => (
            <Select
              {...fieldProps({ label: t('invite.role'), help: t('invite.roleHelp'), error, optional: true })}
              {...input}
              data={roles.map(({ id, name }) => ({ value: id, label: name }))}
              value={value || null}
              onChange={(next) => onChange(next ?? '')}
              clearable
            />
          )}
        </Field>
      )}
    </DialogForm>
  )
}
