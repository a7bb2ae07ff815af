import { useAction } from '@gatehouse/admin-portal/action'
import { Avatar, ConfirmDialog, EmptyState, ErrorState, RelativeTime } from '@gatehouse/ui'
import { Button, Skeleton, Title } from '@mantine/core'
import { useState } from 'react'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import { detailsOf, nameOf } from './holder-name'
import type { License } from './licenses.queries'
import { freeSeats } from './seats.actions'
import { type HeldSeat, useHolders } from './seats.queries'

const STEP = 20
const MOST = 200

interface Props {
  readonly license: License
  readonly mayFree: boolean
}

export function LicenseHolders({ license, mayFree }: Props) {
  const t = useT()
  const [limit, setLimit] = useState(STEP)
  const [freeing, setFreeing] = useState<HeldSeat>()
  const holders = useHolders(license.fingerprint, limit)
  const { items = [], total = 0 } = holders.data ?? {}
  return (
    <section className={classes.card} aria-label={t('license.holders')}>
      <Title order={2} size="h5">
        {t('license.holders')}
      </Title>
      {holders.isPending && <Skeleton height={120} radius={6} />}
      {holders.error && !holders.data && <ErrorState error={holders.error} onRetry={() => void holders.refetch()} />}
      {holders.data && total === 0 && (
        <EmptyState title={t('license.noSeats')} drawing="people">
          {t('license.noSeatsText')}
        </EmptyState>
      )}
      {total > 0 && <Holders seats={items} onFree={mayFree ? setFreeing : undefined} />}
      {items.length < total && (
        <div className={classes.moreRow}>
          <span>{t('license.shown', { shown: items.length, total })}</span>
          {limit < MOST && (
            <Button variant="default" size="xs" onClick={() => setLimit(Math.min(MOST, limit + 60))}>
              {t('license.more')}
            </Button>
          )}
        </div>
      )}
      <FreeDialog fingerprint={license.fingerprint} seat={freeing} onClose={() => setFreeing(undefined)} />
    </section>
  )
}

interface HoldersProps {
  readonly seats: readonly HeldSeat[]
  readonly onFree: ((seat: HeldSeat) => void) | undefined
}

export function Holders({ seats, onFree }: HoldersProps) {
  const t = useT()
  return (
    <table className={`${classes.table} ${classes.holders}`}>
      <thead>
        <tr>
          <th scope="col">{t('license.holder')}</th>
          <th scope="col">{t('license.kind')}</th>
          <th scope="col">{t('license.seen')}</th>
          {onFree && <th scope="col" aria-label={t('license.actions')} />}
        </tr>
      </thead>
      <tbody>
        {seats.map((seat) => (
          <tr key={seat.id}>
            <th scope="row">
              <span className={classes.holder}>
                <Avatar name={nameOf(seat)} size={28} />
                <span>
                  <span>{nameOf(seat)}</span>
                  <small>{detailsOf(seat)}</small>
                </span>
              </span>
            </th>
            <td>{t(`license.${seat.kind}`)}</td>
            <td>
              <RelativeTime value={seat.lastSeenAt} />
            </td>
            {onFree && (
              <td className={classes.rowAction}>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={t('license.freeOf', { name: nameOf(seat) })}
                  onClick={() => onFree(seat)}
                >
                  {t('license.free')}
                </Button>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface FreeProps {
  readonly fingerprint: string
  readonly seat: HeldSeat | undefined
  readonly onClose: () => void
}

export function FreeDialog({ fingerprint, seat, onClose }: FreeProps) {
  const t = useT()
  const free = useAction(freeSeats, { awaitRefetch: true })
  const name = seat ? nameOf(seat) : ''
  return (
    <ConfirmDialog
      opened={seat !== undefined}
      onClose={onClose}
      onConfirm={() => seat && free.run({ fingerprint, seats: [seat] })}
      title={t('license.freeTitle', { name })}
      verb={t('license.free')}
    >
      {t('license.freeText', { name })}
    </ConfirmDialog>
  )
}
