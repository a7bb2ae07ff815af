import { Progress } from '@mantine/core'
import { useT } from '../texts'
import classes from './billing.module.css'
import { isInForce, seatsLeft } from './license-state'
import type { License } from './licenses.queries'

/** How many seats are taken, in words and as a bar. */
export function Seats({ license }: { readonly license: License }) {
  const t = useT()
  const { usedSeats, maxSeats } = license
  const words = t('license.seatsOf', { used: usedSeats, max: maxSeats })
  return (
    <div className={classes.seats}>
      <div className={classes.seatsText}>
        <strong>{words}</strong>
        {isInForce(license) && <span>{t('license.seatsLeft', { count: seatsLeft(license) })}</span>}
      </div>
      <Progress value={(usedSeats / maxSeats) * 100} aria-label={words} size="sm" />
    </div>
  )
}
