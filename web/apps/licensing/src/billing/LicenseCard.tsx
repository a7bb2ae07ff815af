import { usePermissions } from '@gatehouse/react'
import { Button, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../texts'
import classes from './billing.module.css'
import { LicenseBadge } from './LicenseBadge'
import { LicenseFacts } from './LicenseFacts'
import { isForSale, stateOf } from './license-state'
import type { License } from './licenses.queries'
import { Seats } from './Seats'

export function LicenseCard({ license }: { readonly license: License }) {
  const t = useT()
  const can = usePermissions()
  const state = stateOf(license)
  return (
    <article className={classes.card} aria-label={license.name}>
      <header className={classes.cardHead}>
        <div className={classes.cardTitle}>
          <Title order={2} size="h4">
            {license.name}
          </Title>
          <LicenseBadge license={license} />
          {state === 'trial' && license.daysLeft !== undefined && (
            <Text c="dimmed">{t('license.daysLeft', { count: license.daysLeft ?? 0 })}</Text>
          )}
        </div>
        {can('licensing.write.billing') && <Action license={license} />}
      </header>
      <Seats license={license} />
      <LicenseFacts license={license} />
    </article>
  )
}

function Action({ license }: { readonly license: License }) {
  const t = useT()
  const state = stateOf(license)
  if (isForSale(state))
    return (
      <Button component={Link} to="/billing/edit/$fingerprint" params={{ fingerprint: license.fingerprint } as never}>
        {t(state === 'ended' ? 'license.subscribeAgain' : 'license.subscribe')}
      </Button>
    )
  if (state === 'pastDue')
    return (
      <Button component={Link} to="/billing/update-payment" search={{ fingerprint: license.fingerprint } as never}>
        {t('license.updatePayment')}
      </Button>
    )
  return null
}
