import { EmptyState, Loading } from '@gatehouse/ui'
import { useDebouncedValue } from '@mantine/hooks'
import { Suspense, useDeferredValue, useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { PriceBoundary } from '../checkout/price-boundary'
import { usePriceLines } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'
import { useDiscountCode } from './discount.queries'
import type { License } from './licenses.queries'
import { OrderSummary } from './order-summary'
import { isWithin, PlanChoice } from './plan-choice'

const FIRST_GUESS_SEATS = 5

/** Seats and period on the left, what they cost on the right. */
export function PurchaseForm({ license }: { readonly license: License }) {
  const [seats, setSeats] = useState<number | string>(Math.max(FIRST_GUESS_SEATS, license.usedSeats))
  const [settled] = useDebouncedValue(Number(seats) || 1, 250)
  const quantity = useDeferredValue(settled)
  return (
    <Suspense fallback={<Loading />}>
      <Order license={license} seats={seats} quantity={quantity} onSeats={setSeats} />
    </Suspense>
  )
}

interface OrderProps {
  readonly license: License
  readonly seats: number | string
  readonly quantity: number
  readonly onSeats: (seats: number | string) => void
}

function Order({ license, seats, quantity, onSeats }: OrderProps) {
  const { prices: ids } = useCheckout()
  const prices = usePriceLines(ids.map((priceId) => ({ priceId, quantity: 1 })))
  const [chosen, setChosen] = useState<string>()
  const price = prices.find((line) => line.priceId === chosen) ?? prices[0]
  const asked = useDiscountCode(price?.priceId)
  if (!price) return <NothingForSale />
  const min = Math.max(price.minQuantity, license.usedSeats)
  const max = price.maxQuantity
  const ready = isWithin(seats, min, max) && quantity === seats
  return (
    <div className={classes.edit}>
      <PlanChoice {...{ prices, price, seats, onSeats, min, max }} onPrice={setChosen} />
      <PriceBoundary resetKey={`${price.priceId} ${quantity} ${asked.discount?.id}`}>
        <OrderSummary {...{ price, quantity, ready, license, asked }} />
      </PriceBoundary>
    </div>
  )
}

export function NothingForSale() {
  const t = useT()
  return (
    <EmptyState title={t('edit.noPrices')} drawing="card">
      {t('edit.noPricesText')}
    </EmptyState>
  )
}
