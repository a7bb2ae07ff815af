import { EmptyState, Loading } from '@gatehouse/ui'
import { NumberInput, Radio, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Suspense, useDeferredValue, useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { type PriceLine, usePriceLines } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'
import type { License } from './licenses.queries'
import { OrderSummary } from './OrderSummary'

const FIRST_GUESS_SEATS = 5

/** Seats and period on the left, what they cost on the right. */
export function PurchaseForm({ license }: { readonly license: License }) {
  const { prices } = useCheckout()
  const [seats, setSeats] = useState<number | string>(Math.max(FIRST_GUESS_SEATS, license.usedSeats))
  const [settled] = useDebouncedValue(Number(seats) || 1, 250)
  const quantity = useDeferredValue(clamp(settled))
  return (
    <Suspense fallback={<Loading />}>
      <Choices prices={prices} license={license} seats={seats} quantity={quantity} onSeats={setSeats} />
    </Suspense>
  )
}

/** The widest range that a price may have; its own limits are checked once they are known. */
const clamp = (seats: number): number => Math.min(Math.max(1, Math.round(seats)), 1_000_000)

interface ChoicesProps {
  readonly prices: readonly string[]
  readonly license: License
  readonly seats: number | string
  readonly quantity: number
  readonly onSeats: (seats: number | string) => void
}

function Choices({ prices, license, seats, quantity, onSeats }: ChoicesProps) {
  const t = useT()
  const limits = usePriceLines(prices.map((priceId) => ({ priceId, quantity: 1 })))
  const [chosen, setChosen] = useState<string>()
  const price = limits.find((line) => line.priceId === chosen) ?? limits[0]
  if (!price)
    return (
      <EmptyState title={t('edit.noPrices')} drawing="card">
        {t('edit.noPricesText')}
      </EmptyState>
    )
  const min = Math.max(price.minQuantity, license.usedSeats)
  const max = price.maxQuantity
  const fits = Number.isInteger(seats) && Number(seats) >= min && Number(seats) <= max
  return (
    <div className={classes.edit}>
      <section className={`${classes.card} ${classes.options}`}>
        <Radio.Group label={t('edit.cycle')} value={price.priceId} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {limits.map((line) => (
              <Radio key={line.priceId} value={line.priceId} label={<Cycle line={line} />} />
            ))}
          </Stack>
        </Radio.Group>
        <NumberInput
          label={t('edit.seats')}
          description={t('edit.seatsHelp')}
          error={fits ? undefined : t('edit.seatsRange', { min, max })}
          value={seats}
          onChange={onSeats}
          min={min}
          max={max}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          maw={240}
        />
      </section>
      <OrderSummary price={price} quantity={quantity} ready={fits && quantity === seats} license={license} />
    </div>
  )
}

function Cycle({ line }: { readonly line: PriceLine }) {
  const t = useT()
  return (
    <>
      {t(`license.cycle.${line.cycle}`)}
      {' · '}
      {t('edit.perSeat', { price: line.formattedUnitPrice, cycle: t(`edit.per.${line.cycle}`) })}
    </>
  )
}
