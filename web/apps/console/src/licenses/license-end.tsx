import { RelativeTime } from '@gatehouse/ui'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'

interface LicenseEndProps {
  readonly license: LicenseRow
  readonly focusable?: boolean
}

/** Expiry of the license. A paid license renews with the next payment, if the provider has reported its date. */
export function LicenseEnd({ license: { validTo, source, billing }, focusable = true }: LicenseEndProps) {
  const t = useT()
  if (validTo) return <RelativeTime value={validTo} focusable={focusable} utc />
  if (source !== 'paid') return t('noEnd')
  if (!billing?.nextPayment) return t('whilePaid')
  return (
    <RelativeTime value={billing.nextPayment} focusable={focusable} utc sentence={(when) => t('renews', { when })} />
  )
}
