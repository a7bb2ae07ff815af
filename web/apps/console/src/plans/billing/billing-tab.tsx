import { useApi } from '@gatehouse/react'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../shared/settings.queries'
import { SettingsBody } from '../../shared/settings-body'
import { plansQuery } from '../plans.queries'
import { useT } from './billing.texts'
import { BillingCard, type BillingValues } from './billing-card'

/** Billing settings for all plans that are sold. */
export function BillingTab() {
  const t = useT()
  const api = useApi()
  const billing = useQuery(settingsQuery<Partial<BillingValues>>(api, 'billing'))
  const plans = useQuery(plansQuery(api))
  return (
    <SettingsBody needs={[billing, plans]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => (
        <>
          <Text c="dimmed">{t('purpose')}</Text>
          <BillingCard billing={billing.data ?? {}} plans={plans.data ?? []} />
        </>
      )}
    </SettingsBody>
  )
}
