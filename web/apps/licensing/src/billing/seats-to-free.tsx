import { useAction } from '@gatehouse/admin-portal/action'
import { usePermissions } from '@gatehouse/react'
import { ConfirmDialog, ErrorState } from '@gatehouse/ui'
import { Button, Skeleton, Title } from '@mantine/core'
import { useState } from 'react'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import { nameOf } from './holder-name'
import { FreeDialog, Holders } from './license-holders'
import type { License } from './licenses.queries'
import { freeSeats } from './seats.actions'
import { type HeldSeat, useHolders } from './seats.queries'

const MOST = 200

interface Props {
  readonly license: License
  readonly wanted: number
  /** No seat has to be released now: the least recently used are released at the end of the period. */
  readonly later?: boolean
}

/** The seats to release before a reduction, least recently used first. */
export function SeatsToFree({ license, wanted, later = false }: Props) {
  const t = useT()
  const mayFree = usePermissions()('licensing.write.licenses')
  const [freeing, setFreeing] = useState<HeldSeat>()
  const { fingerprint, usedSeats: used } = license
  // The server lists the most recently used first.
  const holders = useHolders(fingerprint, MOST, Math.max(0, used - MOST))
  const seats = [...(holders.data?.items ?? [])].reverse().filter(({ kind }) => kind !== 'ci')
  const count = used - wanted
  const title = t(later ? 'when.lose' : 'reduce.title')
  return (
    <section className={classes.card} aria-label={title}>
      <div className={classes.reduceHead}>
        <div>
          <Title order={2} size="h5">
            {title}
          </Title>
          <p>{t(later ? 'when.loseText' : 'reduce.text', { count, used })}</p>
        </div>
        {mayFree && !later && count > 1 && seats.length >= count && (
          <FreeFirst fingerprint={fingerprint} seats={seats.slice(0, count)} />
        )}
      </div>
      {holders.isPending && <Skeleton height={120} radius={6} />}
      {holders.error && !holders.data && <ErrorState error={holders.error} onRetry={() => void holders.refetch()} />}
      {seats.length > 0 && (
        <Holders seats={later ? seats.slice(0, count) : seats} onFree={mayFree ? setFreeing : undefined} />
      )}
      <FreeDialog fingerprint={fingerprint} seat={freeing} onClose={() => setFreeing(undefined)} />
    </section>
  )
}

interface FreeFirstProps {
  readonly fingerprint: string
  readonly seats: readonly HeldSeat[]
}

/** As many as it takes, at once: all of them are named before. */
function FreeFirst({ fingerprint, seats }: FreeFirstProps) {
  const t = useT()
  const free = useAction(freeSeats, { awaitRefetch: true })
  const [asked, setAsked] = useState<readonly HeldSeat[]>()
  const count = asked?.length ?? seats.length
  return (
    <>
      <Button variant="default" size="xs" className={classes.freeFirst} onClick={() => setAsked(seats)}>
        {t('reduce.free', { count: seats.length })}
      </Button>
      <ConfirmDialog
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        onConfirm={() => free.run({ fingerprint, seats: asked ?? [] })}
        title={t('reduce.freeTitle', { count })}
        verb={t('reduce.verb', { count })}
      >
        {t('reduce.freeText')}
        <ul className={classes.names}>
          {asked?.map((seat) => (
            <li key={seat.id}>{nameOf(seat)}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </>
  )
}
