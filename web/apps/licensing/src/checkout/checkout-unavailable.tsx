import { EmptyState } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useT } from '../texts'

export function CheckoutUnavailable() {
  const t = useT()
  return (
    <EmptyState title={t('checkout.unavailableTitle')} drawing="broken" action={<BackToBilling />}>
      {t('checkout.unavailable')}
    </EmptyState>
  )
}

/** Without a payment provider: says that the vendor issues licenses. */
export function NothingSold() {
  const t = useT()
  return (
    <EmptyState title={t('checkout.notSoldTitle')} drawing="key" action={<BackToBilling />}>
      {t('checkout.notSold')}
    </EmptyState>
  )
}

export function BackToBilling() {
  const t = useT()
  return (
    <Button component={Link} to="/billing" variant="default">
      {t('checkout.back')}
    </Button>
  )
}
