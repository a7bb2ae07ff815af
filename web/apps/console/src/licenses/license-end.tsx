import { RelativeTime } from '@gatehouse/ui'
import type { LicenseRow } from './licenses.queries'
import { useT } from './licenses.texts'

interface LicenseEndProps {
  readonly license: LicenseRow
  readonly focusable?: boolean
}

/** When it ends; one that is paid for goes on with its next payment, where the provider has said when that is. */
export function LicenseEnd({ license: { validTo, source, billing }, focusable = true }: LicenseEndProps) {
  const t = useT()
  if (validTo) return <RelativeTime value={validTo} focusable={focusable} utc />
  if (source !== 'paid') return t('noEnd')
  if (!billing?.nextPayment) return t('whilePaid')
  return (
    <RelativeTime value={billing.nextPayment} focusable={focusable} utc sentence={(when) => t('renews', { when })} />
  )
}
