import { useAction } from '@gatehouse/admin-portal/action'
import { usePermissions } from '@gatehouse/react'
import { Button } from '@mantine/core'
import { useSellsLicenses } from '../config/config.queries'
import { useT } from './billing.texts'
import { formatDay } from './dates'
import { Fact } from './fact'
import type { License } from './licenses.queries'
import { cancelScheduledSeats } from './subscription.actions'

/** Fewer seats that come with the next period, and the way back. */
export function ScheduledSeats({ license }: { readonly license: License }) {
  const t = useT()
  const sellsLicenses = useSellsLicenses()
  const mayKeep = usePermissions()('licensing.write.billing') && sellsLicenses
  const { start, isRunning } = useAction(cancelScheduledSeats)
  const scheduled = license.billing?.scheduledSeats
  if (!scheduled) return null
  return (
    <Fact name={t('when.scheduled', { date: formatDay(scheduled.at) })}>
      {t('when.seats', { count: scheduled.maxSeats })}
      {mayKeep && (
        <Button variant="subtle" size="compact-sm" ml="xs" loading={isRunning} onClick={() => start(license)}>
          {t('when.keep')}
        </Button>
      )}
    </Fact>
  )
}
