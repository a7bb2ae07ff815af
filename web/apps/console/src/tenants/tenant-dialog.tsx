import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import type { Tenant } from '../wire'
import { changeTenant, createTenant } from './tenants.actions'
import { t, useT } from './tenants.texts'

const schema = z.object({
  name: shortText(100).min(1, { error: () => t('form.nameMissing') }),
  website: shortText(2000),
})

interface TenantDialogProps {
  readonly tenant?: Tenant
  readonly onClose: () => void
}

/** A new tenant, or what one is called. */
export function TenantDialog({ tenant, onClose }: TenantDialogProps) {
  const t = useT()
  const create = useAction(createTenant)
  const change = useAction(changeTenant)
  const dialog = useDialogForm({
    schema,
    start: { name: tenant?.name ?? '', website: tenant?.website ?? '' },
    async save(values, changed) {
      if (tenant) await change.run({ tenant, values: changed })
      else await create.run(values)
    },
    onClose,
  })

  return (
    <DialogForm
      of={dialog}
      title={tenant ? t('edit.title', { name: tenant.name }) : t('create.title')}
      submitLabel={t(tenant ? 'edit.submit' : 'create.submit')}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="website">
        {(input) => <TextField label={t('form.website')} autoComplete="off" optional {...input} />}
      </Field>
    </DialogForm>
  )
}
