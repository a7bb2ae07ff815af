import { EmptyState, PageHeader } from '@gatehouse/ui'
import { Group, Radio } from '@mantine/core'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import type { Plan } from '../wire'
import { BackLink } from './back-link'
import { BillingGate, useVendorName } from './billing-gate'
import { PlanOption } from './plan-option'
import { INTERVALS, type Interval, intervalOf } from './prices'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

export function PlansPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('plans.title')} purpose={t('plans.purpose')} breadcrumbs={<BackLink />} />
      <BillingGate>{(billing) => <Plans billing={billing} />}</BillingGate>
    </>
  )
}

function Plans({ billing }: { readonly billing: Billing }) {
  const t = useT()
  const vendor = useVendorName()
  const canChange = usePermissions()('fe.subscriptions.write.billing') && !billing.summary.externallyManaged
  const { plans, plan: current } = billing
  const intervals = INTERVALS.filter((one) => plans.some((plan) => intervalOf(plan) === one))
  const [interval, setInterval] = useState(startOf(current, intervals))
  if (plans.length === 0) {
    return (
      <EmptyState drawing="card" title={t('plans.empty')}>
        {t('plans.emptyHelp', { vendor })}
      </EmptyState>
    )
  }
  const shown = plans.filter((plan) => intervalOf(plan) === interval)
  return (
    <>
      {intervals.length > 1 && (
        <Radio.Group
          label={t('plans.interval')}
          value={interval ?? null}
          onChange={(next) => setInterval(next as Interval)}
          mb="lg"
        >
          <Group gap="lg" mt="xs">
            {intervals.map((one) => (
              <Radio key={one} value={one} label={t(`plans.${one}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <ul className={classes.plans}>
        {shown.map((plan) => (
          <PlanOption key={plan.id} plan={plan} billing={billing} canChange={canChange} />
        ))}
      </ul>
    </>
  )
}

/** As the tenant pays already, else by the month. */
function startOf(current: Plan | null, intervals: readonly Interval[]): Interval | undefined {
  const own = current && intervalOf(current)
  return intervals.find((one) => one === own) ?? intervals.find((one) => one === 'month') ?? intervals[0]
}
