import { DialogForm, Field, offerOf, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { plansQuery } from '../plans/plans.queries'
import { ChoiceField } from '../shared/choice-field'
import { lastDay } from '../shared/days'
import { EndDayField } from '../shared/end-day-field'
import { TenantField } from '../shared/tenant-field'
import { givePlan } from './entitlements.actions'
import { t, useT } from './entitlements.texts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const schema = z.object({
  tenantId: z.string().min(1, { error: () => t('form.tenantMissing') }),
  planId: z.string().min(1, { error: () => t('form.planMissing') }),
  userId: z
    .string()
    .trim()
    .refine((text) => text === '' || ID.test(text), { error: () => t('form.userIdWrong') }),
  ends: lastDay,
})

export function GrantDialog({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }) {
  const t = useT()
  const give = useAction(givePlan)
  const { data: plans = [], failure } = offerOf(useQuery(plansQuery(useApi())))
  const dialog = useDialogForm<z.infer<typeof schema>>({
    schema,
    start: { tenantId, planId: '', userId: '', ends: '' },
    save: (values) => give.run(values),
    refusals: { 'entitlements.holder_not_found': 'userId', 'entitlements.plan_not_found': 'planId' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('create.title')} submitLabel={t('create.submit')}>
      <Field of={dialog} name="tenantId">
        {(input) => <TenantField label={t('tenant')} {...input} />}
      </Field>
      <Field of={dialog} name="planId">
        {(input) => (
          <ChoiceField
            label={t('plan')}
            options={plans.map(({ id, name }) => [id, name])}
            searchable
            failure={failure}
            none={t('form.planNone')}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="userId">
        {(input) => (
          <TextField label={t('form.userId')} help={t('form.userIdHelp')} autoComplete="off" optional {...input} />
        )}
      </Field>
      <Field of={dialog} name="ends">
        {(input) => <EndDayField label={t('form.ends')} help={t('form.endsHelp')} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
