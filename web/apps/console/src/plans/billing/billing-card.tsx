import { Field, SettingsCard, SwitchField } from '@gatehouse/admin-portal/kit'
import { z } from 'zod'
import { ChoiceField } from '../../shared/choice-field'
import { changeSettings } from '../../shared/settings.queries'
import { useTableForm } from '../../shared/use-table-form'
import type { Plan } from '../../wire'
import { t, useT } from './billing.texts'

const schema = z.object({
  /** Key of the plan, or empty. */
  default_plan: z.string(),
  allow_plan_downgrade: z.boolean(),
  allow_plan_cancellation: z.boolean(),
})

export type BillingValues = z.infer<typeof schema>

const SWITCHES = ['allow_plan_downgrade', 'allow_plan_cancellation'] as const
const save = changeSettings(() => t('saved'))

const withDefaults = (given: Partial<BillingValues>): BillingValues => ({
  default_plan: given.default_plan ?? '',
  allow_plan_downgrade: given.allow_plan_downgrade ?? true,
  allow_plan_cancellation: given.allow_plan_cancellation ?? true,
})

interface BillingCardProps {
  readonly billing: Partial<BillingValues>
  readonly plans: readonly Plan[]
}

export function BillingCard({ billing, plans }: BillingCardProps) {
  const t = useT()
  const settings = useTableForm<BillingValues>({
    table: 'billing',
    schema,
    given: billing,
    shown: withDefaults,
    action: save,
  })
  return (
    <SettingsCard title={t('card')} settings={settings}>
      {SWITCHES.map((name) => (
        <Field key={name} of={settings} name={name}>
          {(input) => <SwitchField label={t(`fields.${name}.label`)} help={t(`fields.${name}.help`)} {...input} />}
        </Field>
      ))}
      <Field of={settings} name="default_plan">
        {(input) => (
          <ChoiceField
            label={t('fields.default_plan.label')}
            help={t('fields.default_plan.help')}
            options={[['', t('fields.default_plan.none')], ...optionsOf(plans, input.value)]}
            searchable
            {...input}
          />
        )}
      </Field>
    </SettingsCard>
  )
}

/** Plan names by key, including a selected plan that no longer exists. */
function optionsOf(plans: readonly Plan[], chosen: string): [string, string][] {
  const isGone = chosen !== '' && plans.every(({ key }) => key !== chosen)
  const gone = isGone ? [[chosen, t('fields.default_plan.gone', { key: chosen })] as [string, string]] : []
  return [...plans.map(({ key, name }): [string, string] => [key, name]), ...gone]
}
