import { usePermissions } from '@gatehouse/react'
import { Anchor } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { License } from '../billing/licenses.queries'
import { useConfig, useSellsLicenses } from '../config/config.queries'
import classes from './general.module.css'
import { useT } from './general.texts'
import { type Checklist, useChecklist } from './insight.queries'
import { Loaded, Panel } from './panel'

const STEPS = ['organization', 'license', 'firstContact', 'firstSession', 'secondPerson', 'paymentMethod'] as const
type Step = (typeof STEPS)[number]

/** What really happened, and what to do next. */
export function ChecklistPanel({ license }: { readonly license: License }) {
  const t = useT()
  const checklist = useChecklist(license.fingerprint)
  return (
    <Panel title={t('steps.title')}>
      <Loaded query={checklist} height={200}>
        {(data) => <Steps checklist={data} license={license} />}
      </Loaded>
    </Panel>
  )
}

function Steps({ checklist, license }: { readonly checklist: Checklist; readonly license: License }) {
  const t = useT()
  const sellsLicenses = useSellsLicenses()
  const steps = STEPS.filter((step) => sellsLicenses || step !== 'paymentMethod')
  const done = steps.filter((step) => checklist[step]).length
  const next = steps.find((step) => !checklist[step])
  return (
    <>
      <p className={classes.finding}>{next ? t('steps.done', { done, all: steps.length }) : t('steps.finished')}</p>
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step} data-done={Boolean(checklist[step]) || undefined}>
            {checklist[step] ? (
              <IconCircleCheckFilled size={18} role="img" aria-label={t('steps.isDone')} />
            ) : (
              <IconCircleDashed size={18} role="img" aria-label={t('steps.isOpen')} />
            )}
            <span>{t(`steps.${step}`)}</span>
            {!checklist[step] && <Help step={step} license={license} />}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Links to the page of a step, if the user has permission. */
function Help({ step, license }: { readonly step: Step; readonly license: License }): ReactNode {
  const t = useT()
  const can = usePermissions()
  const { portalUrl } = useConfig()
  const params = { fingerprint: license.fingerprint } as never
  if (step === 'firstContact' && can('licensing.read.keys'))
    return (
      <Anchor component={Link} to="/billing/license/$fingerprint" params={params} size="sm">
        {t('steps.help.firstContact')}
      </Anchor>
    )
  if (step === 'secondPerson')
    return (
      <Anchor href={`${portalUrl}/users`} size="sm">
        {t('steps.help.secondPerson')}
      </Anchor>
    )
  if (step === 'paymentMethod' && can('licensing.write.billing'))
    return (
      <Anchor component={Link} to="/billing/edit/$fingerprint" params={params} size="sm">
        {t('steps.help.paymentMethod')}
      </Anchor>
    )
  return null
}
