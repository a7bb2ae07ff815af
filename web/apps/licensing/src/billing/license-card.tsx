import { usePermissions } from '@gatehouse/react'
import { Anchor, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../texts'
import classes from './billing.module.css'
import { useT as useBillingT } from './billing.texts'
import { LicenseActions } from './license-actions'
import { LicenseBadge } from './license-badge'
import { LicenseFacts } from './license-facts'
import { stateOf } from './license-state'
import type { License } from './licenses.queries'
import { Seats } from './seats'

export function LicenseCard({ license }: { readonly license: License }) {
  const t = useT()
  const words = useBillingT()
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
          <Anchor
            component={Link}
            to="/billing/license/$fingerprint"
            params={{ fingerprint: license.fingerprint } as never}
            size="sm"
          >
            {words('details')}
          </Anchor>
        </div>
        {can('licensing.write.billing') && <LicenseActions license={license} />}
      </header>
      <Seats license={license} />
      <LicenseFacts license={license} />
    </article>
  )
}
