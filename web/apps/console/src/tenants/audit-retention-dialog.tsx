import { DialogForm, Field, NumberField, useAction, useDialogForm, useEdited } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { useState } from 'react'
import { z } from 'zod'
import type { Tenant } from '../wire'
import { keepAudits } from './tenants.actions'
import { readTenant } from './tenants.queries'
import { t, useT } from './tenants.texts'

const FEWEST_DAYS = 90
const MOST_DAYS = 36_500
const wrong = { error: () => t('retention.wrong', { fewest: FEWEST_DAYS }) }

const schema = z.object({ days: z.number(wrong).int(wrong).min(FEWEST_DAYS, wrong).max(MOST_DAYS, wrong).nullable() })

interface Values {
  readonly days: number | null
}
const toFormValues = ({ auditRetentionDays }: Tenant): Values => ({ days: auditRetentionDays ?? null })

/** Audit log retention of one tenant, if it is shorter than the installation default. */
export function AuditRetentionDialog({ tenant, onClose }: { readonly tenant: Tenant; readonly onClose: () => void }) {
  const t = useT()
  const keep = useAction(keepAudits)
  const api = useApi()
  const edited = useEdited<Values>()
  const [start] = useState(() => toFormValues(tenant))
  const dialog = useDialogForm<Values>({
    schema,
    start,
    async save(values) {
      const now = toFormValues(await readTenant(api, tenant.id))
      return keep.run({ tenant, ...values, ...edited(start, values, now) })
    },
    refusals: { 'audits.retention_too_long': 'days' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('retention.title', { name: tenant.name })}
      description={t('retention.help')}
      submitLabel={t('retention.submit')}
    >
      <Field of={dialog} name="days">
        {({ value, onChange, ...input }) => (
          <NumberField
            label={t('retention.days')}
            help={t('retention.daysHelp', { fewest: FEWEST_DAYS })}
            data-autofocus
            {...input}
            value={value ?? Number.NaN}
            onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
          />
        )}
      </Field>
      <InlineAlert tone="warning" title={t('retention.warning')} />
    </DialogForm>
  )
}
