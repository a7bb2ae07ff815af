import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { webAddress } from '../shared/web-address'
import type { Tenant } from '../wire'
import { changeTenant, createTenant, type NewTenant, type TenantValues } from './tenants.actions'
import { readTenant } from './tenants.queries'
import { t, useT } from './tenants.texts'

// IDs that the server accepts: they must fit in a URL.
const ID = /^(?!\.{1,2}$)[^\p{Cc}/?#]*$/u

const schema = z.object({
  name: shortText(100).min(1, { error: () => t('form.nameMissing') }),
  website: webAddress(() => t('form.websiteWrong')),
  tenantId: shortText(255).regex(ID, { error: () => t('form.idWrong') }),
})

const toFormValues = (tenant: Tenant | undefined): TenantForm => ({
  name: tenant?.name ?? '',
  website: tenant?.website ?? '',
  tenantId: tenant?.tenantId ?? '',
})

interface TenantForm extends TenantValues {
  readonly tenantId: string
}

interface TenantDialogProps {
  readonly tenant?: Tenant
  readonly onClose: () => void
}

/** Form for a new tenant, or for an existing one. */
export function TenantDialog({ tenant, onClose }: TenantDialogProps) {
  const t = useT()
  const create = useAction(createTenant)
  const change = useAction(changeTenant)
  const api = useApi()
  const dialog = useDialogForm<TenantForm>({
    schema,
    start: toFormValues(tenant),
    current: tenant && (async () => toFormValues(await readTenant(api, tenant.id))),
    async save(values, changed) {
      await (tenant ? change.run({ tenant, values: changed }) : create.run(withoutEmptyId(values)))
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
      {!tenant && (
        <Field of={dialog} name="tenantId">
          {(input) => <TextField label={t('form.id')} help={t('form.idHelp')} autoComplete="off" optional {...input} />}
        </Field>
      )}
    </DialogForm>
  )
}

const withoutEmptyId = ({ tenantId, ...values }: TenantForm): NewTenant => (tenantId ? { ...values, tenantId } : values)
