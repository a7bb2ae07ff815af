import { DialogForm, Field, offerOf, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { errorText, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { MOST_SHOWN } from '../shared/choice-field'
import { lastDay } from '../shared/days'
import { EndDayField } from '../shared/end-day-field'
import type { Tenant } from '../wire'
import { givePlan } from './parts.actions'
import { plansQuery } from './parts.queries'
import { t, useT } from './tenants.texts'

const schema = z.object({ planId: z.string().min(1, { error: () => t('plans.planMissing') }), end: lastDay })

export function PlanDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const t = useT()
  const give = useAction(givePlan)
  const { data: plans = [], failure } = offerOf(useQuery(plansQuery(useApi())))
  const dialog = useDialogForm({
    schema,
    start: { planId: '', end: '' },
    save: (values) => give.run({ tenant, ...values }),
    refusals: { 'entitlements.plan_not_found': 'planId' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('plans.giveTitle', { name: tenant.name })} submitLabel={t('plans.give')}>
      <Field of={dialog} name="planId">
        {({ value, onChange, error, ...input }) => (
          <Select
            {...fieldProps({ label: t('plans.plan'), error: error ?? (failure ? errorText(failure) : undefined) })}
            {...input}
            data={plans.map(({ id, name }) => ({ value: id, label: name }))}
            value={value || null}
            onChange={(next) => onChange(next ?? '')}
            searchable={plans.length > 6}
            limit={MOST_SHOWN}
            data-autofocus
          />
        )}
      </Field>
      <Field of={dialog} name="end">
        {(input) => <EndDayField label={t('plans.end')} help={t('plans.endHelp')} maw={200} optional {...input} />}
      </Field>
    </DialogForm>
  )
}
