import { DialogForm, Field, shortText, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { useState } from 'react'
import { z } from 'zod'
import { webAddress } from '../shared/web-address'
import type { Tenant } from '../wire'
import { changeTenant, createTenant, type TenantValues } from './tenants.actions'
import { readTenant } from './tenants.queries'
import { t, useT } from './tenants.texts'

const schema = z.object({
  name: shortText(100).min(1, { error: () => t('form.nameMissing') }),
  website: webAddress(() => t('form.websiteWrong')),
})

const startOf = (tenant: Tenant | undefined): TenantValues => ({
  name: tenant?.name ?? '',
  website: tenant?.website ?? '',
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
  const api = useApi()
  const edited = useEdited<TenantValues>()
  const [start] = useState(() => startOf(tenant))
  const dialog = useDialogForm<TenantValues>({
    schema,
    start,
    async save(values, changed) {
      if (!tenant) await create.run(values)
      else await change.run({ tenant, values: edited(start, changed, startOf(await readTenant(api, tenant.id))) })
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
