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

export function BackToBilling() {
  const t = useT()
  return (
    <Button component={Link} to="/billing" variant="default">
      {t('checkout.back')}
    </Button>
  )
}
