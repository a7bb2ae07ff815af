import { toast } from '@gatehouse/ui'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { usePriceLines } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'
import { ChangeSummary } from './change-summary'
import type { License } from './licenses.queries'
import { isWithin, PlanChoice } from './plan-choice'
import { NothingForSale } from './purchase-form'
import { useChangeLicense, useChangePreview } from './subscription.queries'

/** More or fewer seats, or another period, for a subscription that runs: what it costs is asked first. */
export function ChangeForm({ license }: { readonly license: License }) {
  const t = useT()
  const navigate = useNavigate()
  const { prices: ids } = useCheckout()
  const prices = usePriceLines(ids.map((priceId) => ({ priceId, quantity: 1 })))
  const current = prices.find((line) => line.cycle === license.billing?.cycle) ?? prices[0]
  const [chosen, setChosen] = useState<string>()
  const [seats, setSeats] = useState<number | string>(license.maxSeats)
  const [settled] = useDebouncedValue(seats, 300)

  const price = prices.find((line) => line.priceId === chosen) ?? current
  const min = Math.max(price?.minQuantity ?? 1, license.usedSeats)
  const max = price?.maxQuantity ?? 1
  const differs = settled !== license.maxSeats || price !== current
  const fits = isWithin(settled, min, max)
  const body = { maxSeats: Number(settled), priceId: price?.priceId ?? '' }
  const preview = useChangePreview(license.id, body, differs && fits)
  const change = useChangeLicense(license.id)

  async function confirm() {
    await change.mutateAsync(body)
    toast.success(t('change.done'))
    await navigate({ to: '/billing' })
  }

  if (!price) return <NothingForSale />
  return (
    <div className={classes.edit}>
      <PlanChoice {...{ prices, price, seats, min, max }} onSeats={setSeats} onPrice={setChosen} />
      <ChangeSummary
        preview={differs && fits ? preview : undefined}
        ready={differs && fits && settled === seats && !preview.isPlaceholderData}
        onConfirm={confirm}
      />
    </div>
  )
}
