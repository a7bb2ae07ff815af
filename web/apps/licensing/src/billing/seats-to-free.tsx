import { usePermissions } from '@gatehouse/react'
import { ErrorState } from '@gatehouse/ui'
import { Skeleton, Title } from '@mantine/core'
import { useState } from 'react'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import { FreeDialog, Holders } from './license-holders'
import type { License } from './licenses.queries'
import { type HeldSeat, useHolders } from './seats.queries'

const MOST = 200

interface Props {
  readonly license: License
  readonly wanted: number
}

/** Fewer seats are wanted than are held: who would lose one, whoever was away the longest first. */
export function SeatsToFree({ license, wanted }: Props) {
  const t = useT()
  const can = usePermissions()
  const [freeing, setFreeing] = useState<HeldSeat>()
  // Of very many only the end of the list is asked for, which is its beginning here.
  const holders = useHolders(license.fingerprint, MOST, Math.max(0, license.usedSeats - MOST))
  const seats = [...(holders.data?.items ?? [])].reverse().filter(({ kind }) => kind !== 'ci')
  const words = { count: license.usedSeats - wanted, used: license.usedSeats }
  return (
    <section className={classes.card} aria-label={t('reduce.title')}>
      <div>
        <Title order={2} size="h5">
          {t('reduce.title')}
        </Title>
        <p>{t('reduce.text', words)}</p>
      </div>
      {holders.isPending && <Skeleton height={120} radius={6} />}
      {holders.error && !holders.data && <ErrorState error={holders.error} onRetry={() => void holders.refetch()} />}
      {seats.length > 0 && <Holders seats={seats} onFree={can('licensing.write.licenses') ? setFreeing : undefined} />}
      <FreeDialog fingerprint={license.fingerprint} seat={freeing} onClose={() => setFreeing(undefined)} />
    </section>
  )
}
