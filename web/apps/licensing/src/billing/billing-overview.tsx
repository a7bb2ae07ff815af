import { usePermissions } from '@gatehouse/react'
import { EmptyState, PageHeader } from '@gatehouse/ui'
import { useSellsLicenses } from '../config/config.queries'
import { useT } from '../texts'
import classes from './billing.module.css'
import { ConfirmBillingEmail } from './confirm-email'
import { LicenseCard } from './license-card'
import { useLicenses } from './licenses.queries'
import { PaymentSection } from './payment-section'

export function BillingOverview() {
  const t = useT()
  const mayPay = usePermissions()('licensing.write.billing')
  const sellsLicenses = useSellsLicenses()
  const licenses = useLicenses()
  return (
    <>
      <PageHeader
        title={t('billing.title')}
        purpose={t(sellsLicenses ? 'overview.purpose' : 'overview.purposeIssued')}
      />
      {licenses.length === 0 && (
        <EmptyState title={t('overview.emptyTitle')} drawing="card">
          {t('overview.empty')}
        </EmptyState>
      )}
      <div className={classes.cards}>
        {licenses.map((license) => (
          <LicenseCard key={license.id} license={license} />
        ))}
        {mayPay && sellsLicenses && <PaymentSection />}
      </div>
      {mayPay && sellsLicenses && <ConfirmBillingEmail />}
    </>
  )
}
