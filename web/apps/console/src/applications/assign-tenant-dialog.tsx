import { DialogForm, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { useApi } from '@gatehouse/react'
import { z } from 'zod'
import { ChoiceField } from '../shared/choice-field'
import { TenantField } from '../shared/tenant-field'
import { giveTenant } from './applications.actions'
import { ACCESS } from './applications.queries'
import { t, useT } from './applications.texts'

const schema = z.object({
  tenantId: z.string().min(1, { error: () => t('tenants.tenantMissing') }),
  accessType: z.enum(ACCESS),
})

export function AssignTenantDialog({ appId, onClose }: { readonly appId: string; readonly onClose: () => void }) {
  const t = useT()
  const api = useApi()
  const give = useAction(giveTenant)
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { tenantId: '', accessType: 'FREE_ACCESS' },
    async save(values) {
      const params = { path: { tenant_id: values.tenantId } }
      const { name } = await unwrap(api.GET('/tenants/resources/tenants/v2/{tenant_id}', { params }))
      await give.run({ appId, name, ...values })
    },
    refusals: { 'tenants.*': 'tenantId' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('tenants.add')} submitLabel={t('tenants.submit')}>
      <Field of={dialog} name="tenantId">
        {(input) => <TenantField label={t('tenants.tenant')} {...input} />}
      </Field>
      <Field of={dialog} name="accessType">
        {(input) => (
          <ChoiceField
            label={t('tenants.how')}
            options={ACCESS.map((access) => [access, t(`tenants.${access}`)])}
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}
