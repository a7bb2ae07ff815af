import { usePermissions } from '@gatehouse/react'
import { CopyButton } from '@gatehouse/ui'
import { useT } from '../texts'
import classes from './billing.module.css'
import { cycleOf } from './cycle'
import { formatDay } from './dates'
import { Fact } from './fact'
import { LicenseCost } from './license-cost'
import { LicenseKey } from './license-key'
import { type LicenseState, stateOf } from './license-state'
import type { License } from './licenses.queries'
import { ScheduledSeats } from './scheduled-seats'

type EndName = 'license.validTo' | 'license.worksUntil' | 'license.endedOn'

/** What the last day of a license is called. */
const ENDS: Partial<Record<LicenseState, EndName>> = {
  trial: 'license.validTo',
  trialOver: 'license.endedOn',
  granted: 'license.validTo',
  grantedOver: 'license.endedOn',
  pastDue: 'license.worksUntil',
  lasting: 'license.worksUntil',
  ended: 'license.endedOn',
}

export function LicenseFacts({ license }: { readonly license: License }) {
  const t = useT()
  const maySeeKeys = usePermissions()('licensing.read.keys')
  const { billing, fingerprint, validTo } = license
  const status = billing?.status
  const state = stateOf(license)
  // Nothing is billed any more.
  const cycle = status?.type === 'canceled' ? undefined : cycleOf(billing?.cycle)
  // Also a paused one works while the vendor has given it time.
  const end = state === 'paused' && !license.isOver ? 'license.worksUntil' : ENDS[state]
  return (
    <>
      <dl className={classes.facts}>
        {end && validTo && <Fact name={t(end)}>{formatDay(validTo)}</Fact>}
        {state === 'paused' && status && 'at' in status && (
          <Fact name={t('license.pausedOn')}>{formatDay(status.at)}</Fact>
        )}
        {cycle && <Fact name={t('license.billed')}>{t(`license.cycle.${cycle}`)}</Fact>}
        <LicenseCost license={license} />
        <ScheduledSeats license={license} />
        {status?.deactivationAt && <Fact name={t('license.endsOn')}>{formatDay(status.deactivationAt)}</Fact>}
        {status?.pauseAt && <Fact name={t('license.pausesOn')}>{formatDay(status.pauseAt)}</Fact>}
      </dl>
      <dl className={classes.facts}>
        <Fingerprint value={fingerprint} />
        {maySeeKeys && (
          <Fact name={t('license.key')}>
            <LicenseKey fingerprint={fingerprint} />
          </Fact>
        )}
      </dl>
    </>
  )
}

export function Fingerprint({ value }: { readonly value: string }) {
  const t = useT()
  return (
    <Fact name={t('license.fingerprint')}>
      <span className={classes.code}>{value}</span>
      <CopyButton value={value} label={t('license.copyFingerprint')} />
    </Fact>
  )
}
