import { CopyButton } from '@gatehouse/ui'
import type { ReactNode } from 'react'
import { useT } from '../texts'
import classes from './billing.module.css'
import { formatDay } from './dates'
import { LicenseKey } from './LicenseKey'
import { stateOf } from './license-state'
import type { License } from './licenses.queries'

export function LicenseFacts({ license }: { readonly license: License }) {
  const t = useT()
  const { billing, fingerprint, key, validTo } = license
  const status = billing?.status
  return (
    <dl className={classes.facts}>
      {license.isTrial && validTo && <Fact name={t('license.validTo')}>{formatDay(validTo)}</Fact>}
      {billing?.cycle && (
        <Fact name={t('license.billed')}>
          {t(`license.cycle.${billing.cycle as 'day' | 'week' | 'month' | 'year'}`)}
        </Fact>
      )}
      {billing?.nextPayment && <Fact name={t('license.nextPayment')}>{formatDay(billing.nextPayment)}</Fact>}
      {status && 'deactivationAt' in status && status.deactivationAt && (
        <Fact name={t('license.endsOn')}>{formatDay(status.deactivationAt)}</Fact>
      )}
      {status && 'at' in status && stateOf(license) === 'ended' && (
        <Fact name={t('license.endedOn')}>{formatDay(status.at)}</Fact>
      )}
      <Fact name={t('license.fingerprint')}>
        <span className={classes.code}>{fingerprint}</span>
        <CopyButton value={fingerprint} />
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
