import { Avatar, i18n, RelativeTime } from '@gatehouse/ui'
import { Anchor, Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { nameOf } from '../billing/holder-name'
import { isInForce, seatsLeft } from '../billing/license-state'
import type { License } from '../billing/licenses.queries'
import { useHolders } from '../billing/seats.queries'
import { useT as useLicenseT } from '../texts'
import classes from './general.module.css'
import { useT } from './general.texts'
import { Loaded, Panel } from './panel'

const SHOWN = 6

/** The one figure that matters, and whose seats they are. */
export function SeatsPanel({ license }: { readonly license: License }) {
  const t = useT()
  const words = useLicenseT()
  const { usedSeats, maxSeats, fingerprint } = license
  const holders = useHolders(fingerprint, SHOWN)
  const more = (
    <Anchor component={Link} to="/billing/license/$fingerprint" params={{ fingerprint } as never} size="sm">
      {t('seats.all')}
    </Anchor>
  )
  const label = words('license.seatsOf', { used: usedSeats, max: maxSeats })
  return (
    <Panel title={t('seats.title')} more={usedSeats > 0 && more}>
      <p className={classes.figure}>
        <strong>{usedSeats.toLocaleString(i18n.language)}</strong>
        <span>{t('seats.of', { max: maxSeats })}</span>
        <span className={classes.left}>{words('license.seatsLeft', { count: seatsLeft(license) })}</span>
      </p>
      <Progress value={(usedSeats / Math.max(1, maxSeats)) * 100} aria-label={label} size="lg" />
      <Loaded query={holders} height={120}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.hint}>{t(isInForce(license) ? 'seats.none' : 'seats.lapsed')}</p>
          ) : (
            <ul className={classes.people}>
              {items.map((seat) => (
                <li key={seat.id}>
                  <Avatar name={nameOf(seat)} size={28} />
                  <span className={classes.person}>{nameOf(seat)}</span>
                  <span className={classes.seen}>
                    <RelativeTime value={seat.lastSeenAt} sentence={(when) => t('seats.seen', { when })} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}
