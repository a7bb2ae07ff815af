import { CopyButton } from '@gatehouse/ui'
import type { ReactNode } from 'react'
import { useT } from '../texts'
import classes from './billing.module.css'
import { formatDay } from './dates'
import { LicenseKey } from './license-key'
import { type LicenseState, stateOf } from './license-state'
import type { License } from './licenses.queries'

/** What the last day of a license is called. */
const ENDS: Partial<Record<LicenseState, 'license.validTo' | 'license.worksUntil' | 'license.endedOn'>> = {
  trial: 'license.validTo',
  trialOver: 'license.endedOn',
  pastDue: 'license.worksUntil',
  ended: 'license.endedOn',
}

export function LicenseFacts({ license }: { readonly license: License }) {
  const t = useT()
  const { billing, fingerprint, key, validTo } = license
  const status = billing?.status
  const end = ENDS[stateOf(license)]
  return (
    <dl className={classes.facts}>
      {end && validTo && <Fact name={t(end)}>{formatDay(validTo)}</Fact>}
      {billing?.cycle && (
        <Fact name={t('license.billed')}>
          {t(`license.cycle.${billing.cycle as 'day' | 'week' | 'month' | 'year'}`)}
        </Fact>
      )}
      {billing?.nextPayment && <Fact name={t('license.nextPayment')}>{formatDay(billing.nextPayment)}</Fact>}
      {status?.deactivationAt && <Fact name={t('license.endsOn')}>{formatDay(status.deactivationAt)}</Fact>}
      {status?.pauseAt && <Fact name={t('license.pausesOn')}>{formatDay(status.pauseAt)}</Fact>}
      <Fact name={t('license.fingerprint')}>
        <span className={classes.code}>{fingerprint}</span>
        <CopyButton value={fingerprint} label={t('license.copyFingerprint')} />
      </Fact>
      {key && (
        <Fact name={t('license.key')}>
          <LicenseKey value={key} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
