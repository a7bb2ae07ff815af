import { Actions, Facts, Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { CopyButton, RelativeTime } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { LicenseEnd } from './license-end'
import { LicenseState } from './license-state'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'
import { Timeline } from './timeline'
import { useLicenseActions } from './use-license-actions'

export function LicenseDetails({ license }: { readonly license: LicenseRow }) {
  const t = useT()
  const can = usePermissions()
  const { actionsFor, dialog } = useLicenseActions()
  const { tenantId, tenantName, usedSeats, maxSeats, extendedUntil, source, billing } = license
  return (
    <Stack gap="xl">
      <div>
        <LicenseState state={license.state} />
      </div>
      <Facts
        facts={[
          [
            t('columns.tenant'),
            can('vendor.read.tenants') ? (
              <Link key="tenant" to="/tenants/$id" params={{ id: tenantId }}>
                {tenantName}
              </Link>
            ) : (
              tenantName
            ),
          ],
          [t('drawer.organization'), license.organizationName !== tenantName && license.organizationName],
          [t('columns.source'), t(`source.${source}`)],
          [t('drawer.type'), <code key="type">{license.licenseType}</code>],
          [t('columns.seats'), t('seats', { used: String(usedSeats), all: String(maxSeats) })],
          [t('columns.validTo'), <LicenseEnd key="ends" license={license} />],
          [t('drawer.extended'), extendedUntil && <RelativeTime key="extended" value={extendedUntil} utc />],
          [t('drawer.suspended'), license.suspendedAt && <Moment key="suspended" at={license.suspendedAt} />],
          [t('drawer.revoked'), license.revokedAt && <Moment key="revoked" at={license.revokedAt} />],
          [t('columns.reference'), license.reference],
          [t('drawer.subscription'), billing?.subscriptionId && <code key="of">{billing.subscriptionId}</code>],
          [t('drawer.billing'), billing && <BillingStatus key="status" status={billing.status} />],
          [
            t('drawer.nextPayment'),
            billing?.nextPayment && <RelativeTime key="next" value={billing.nextPayment} utc />,
          ],
          [
            t('drawer.used'),
            license.firstContactAt ? <Moment key="used" at={license.firstContactAt} /> : t('drawer.neverUsed'),
          ],
          [t('columns.createdAt'), <Moment key="created" at={license.createdAt} />],
          [
            t('drawer.fingerprint'),
            <code key="fingerprint">{license.fingerprint}</code>,
            <CopyButton key="copy" value={license.fingerprint} label={t('drawer.copyFingerprint')} />,
          ],
        ]}
      />
      <Actions actions={actionsFor(license)} />
      <Timeline fingerprint={license.fingerprint} />
      {dialog}
    </Stack>
  )
}

const Moment = ({ at }: { readonly at: string }) => <RelativeTime value={at} />

const STATES = ['active', 'trialing', 'past_due', 'paused', 'canceled'] as const

/** Status of the payment provider, translated if it is known. */
function BillingStatus({ status }: { readonly status: string }) {
  const t = useT()
  const known = STATES.find((one) => one === status)
  return known ? t(`billing.${known}`) : <code>{status}</code>
}
