import { toast } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { usePriceLines } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'
import { useT as useBillingT } from './billing.texts'
import { ChangeSummary } from './change-summary'
import { useDiscountCode } from './discount.queries'
import { DiscountField } from './discount-field'
import type { License } from './licenses.queries'
import { isWithin, PlanChoice } from './plan-choice'
import { NothingForSale } from './purchase-form'
import { SeatsToFree } from './seats-to-free'
import { useChangeLicense, useChangePreview } from './subscription.queries'

const MOST_SEATS = 1_000_000

/** More or fewer seats, or another price, for a subscription that runs: what it costs is asked first. Only what
 * was changed is sent. */
export function ChangeForm({ license }: { readonly license: License }) {
  const t = useT()
  const words = useBillingT()
  const navigate = useNavigate()
  const { prices: ids } = useCheckout()
  const prices = usePriceLines(ids.map((priceId) => ({ priceId, quantity: 1 })))
  const current = prices.find((line) => line.priceId === license.billing?.priceId)
  const [chosen, setChosen] = useState<string>()
  const [seats, setSeats] = useState<number | string>(license.maxSeats)
  const [settled] = useDebouncedValue(seats, 300)

  const price = prices.find((line) => line.priceId === chosen) ?? current
  // What is not for sale any more still runs; its limits are the provider's to say.
  const fewest = price?.minQuantity ?? 1
  const min = Math.max(fewest, license.usedSeats)
  const max = price?.maxQuantity ?? MOST_SEATS
  const asked = useDiscountCode(price?.priceId)
  const discountId = asked.discount?.id
  const change = {
    ...(settled !== license.maxSeats && { maxSeats: Number(settled) }),
    ...(price !== current && { priceId: price?.priceId }),
    ...(discountId && { discountId }),
  }
  const differs = Object.keys(change).length > 0
  const fits = isWithin(settled, min, max)
  const preview = useChangePreview(license.id, change, differs && fits)
  const changing = useChangeLicense(license.id)

  async function confirm() {
    await changing.mutateAsync(change)
    toast.success(t('change.done'))
    await navigate({ to: '/billing' })
  }

  const isReducing = isWithin(seats, fewest, license.usedSeats - 1)
  const first = isReducing ? words('reduce.first', { count: license.usedSeats - Number(seats) }) : undefined
  if (prices.length === 0) return <NothingForSale />
  return (
    <Stack>
      <div className={classes.edit}>
        <PlanChoice {...{ prices, price, seats, min, max, first }} onSeats={setSeats} onPrice={setChosen} />
        <ChangeSummary
          preview={differs && fits ? preview : undefined}
          ready={differs && fits && settled === seats && !preview.isPlaceholderData && !asked.isAsking}
          onConfirm={confirm}
        >
          <DiscountField {...asked} />
        </ChangeSummary>
      </div>
      {isReducing && <SeatsToFree license={license} wanted={Number(seats)} />}
    </Stack>
  )
}
