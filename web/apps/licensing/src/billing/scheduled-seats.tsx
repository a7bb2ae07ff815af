import { usePermissions } from '@gatehouse/react'
import { errorText, toast } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useSellsLicenses } from '../config/config.queries'
import { useT } from './billing.texts'
import { formatDay } from './dates'
import { Fact } from './fact'
import type { License } from './licenses.queries'
import { useKeepSeats } from './subscription.queries'

/** Fewer seats that come with the next period, and the way back. */
export function ScheduledSeats({ license }: { readonly license: License }) {
  const t = useT()
  const sellsLicenses = useSellsLicenses()
  const mayKeep = usePermissions()('licensing.write.billing') && sellsLicenses
  const { isPending, mutate } = useKeepSeats(license.id)
  const scheduled = license.billing?.scheduledSeats
  if (!scheduled) return null
  const options = {
    onSuccess: () => toast.success(t('when.kept')),
    onError: (error: unknown) => toast.error(errorText(error)),
  }
  return (
    <Fact name={t('when.scheduled', { date: formatDay(scheduled.at) })}>
      {t('when.seats', { count: scheduled.maxSeats })}
      {mayKeep && (
        <Button
          variant="subtle"
          size="compact-sm"
          ml="xs"
          loading={isPending}
          onClick={() => mutate(undefined, options)}
        >
          {t('when.keep')}
        </Button>
      )}
    </Fact>
  )
}
