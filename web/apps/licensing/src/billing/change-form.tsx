import { useAction } from '@gatehouse/admin-portal/action'
import { ApiError } from '@gatehouse/api'
import { Loading, toast } from '@gatehouse/ui'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { usePriceLines } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'
import { useT as useWords } from './billing.texts'
import { ChangeSummary } from './change-summary'
import { useCosts } from './costs.queries'
import { formatDay } from './dates'
import { useDiscountCode } from './discount.queries'
import { DiscountField } from './discount-field'
import type { License } from './licenses.queries'
import { isWithin, PlanChoice } from './plan-choice'
import { NothingForSale } from './purchase-form'
import { SeatsToFree } from './seats-to-free'
import { changeLicense } from './subscription.actions'
import { type Change, useChangePreview } from './subscription.queries'
import { type When, WhenChoice } from './when-choice'

const MOST_SEATS = 1_000_000

interface Props {
  readonly license: License
  /** Unknown: the provider chooses one by the customer's country. */
  readonly currencyCode: string | undefined
}

/** Prices are offered in the currency of the subscription, which a change keeps. */
export function ChangeForm({ license }: { readonly license: License }) {
  const t = useT()
  const { costs } = useCosts(license, true)
  if (costs.isLoading) return <Loading label={t('change.asking')} />
  return <ChangeOptions license={license} currencyCode={costs.data?.currencyCode} />
}

/** More or fewer seats, or another price, for a subscription that runs: what it costs is asked first. Only what
 * was changed is sent. */
function ChangeOptions({ license, currencyCode }: Props) {
  const t = useT()
  const words = useWords()
  const navigate = useNavigate()
  const { prices: ids } = useCheckout()
  const prices = usePriceLines(
    ids.map((priceId) => ({ priceId, quantity: 1 })),
    { currencyCode },
  )
  const current = prices.find((line) => line.priceId === license.billing?.priceId)
  const [chosen, setChosen] = useState<string>()
  const [seats, setSeats] = useState<number | string>(license.maxSeats)
  const [when, setWhen] = useState<When>('now')
  const [settled] = useDebouncedValue(seats, 300)

  const price = prices.find((line) => line.priceId === chosen) ?? current
  // What is not for sale any more still runs; its limits are the provider's to say.
  const fewest = price?.minQuantity ?? 1
  const max = price?.maxQuantity ?? MOST_SEATS
  const asked = useDiscountCode(price?.priceId)
  const discountId = asked.discount?.id
  const nextPayment = license.billing?.nextPayment
  const mayWait = Number(seats) < license.maxSeats && price === current && !discountId && Boolean(nextPayment)
  const waits = mayWait && Number(settled) < license.maxSeats && when === 'period_end'
  const change = changeOf({
    maxSeats: settled === license.maxSeats ? undefined : Number(settled),
    priceId: price === current ? undefined : price?.priceId,
    discountId,
    effectiveFrom: waits ? when : undefined,
  })
  const differs = Object.keys(change).length > 0
  const fits = isWithin(settled, waits ? fewest : Math.max(fewest, license.usedSeats), max)
  const beyond = isWithin(seats, fewest, max) ? license.usedSeats - Number(seats) : 0
  const toFree = waits ? 0 : beyond
  const preview = useChangePreview(license.id, change, differs && fits)
  const update = useAction(changeLicense)

  async function confirm() {
    try {
      await update.run({ license, change: { ...change, quote: preview.data?.quote } })
    } catch (error) {
      // Shown anew before it can be confirmed again.
      if (error instanceof ApiError && error.code === 'changes.cost_differs') await preview.refetch()
      throw error
    }
    const date = formatDay(nextPayment ?? '')
    toast.success(
      waits
        ? words('when.done', { count: Number(settled), date })
        : t(change.maxSeats ? 'change.done' : 'change.donePlan'),
    )
    await navigate({ to: '/billing' })
  }

  if (prices.length === 0) return <NothingForSale />
  return (
    <div className={classes.edit}>
      <div className={classes.cards}>
        <PlanChoice {...{ prices, price, seats, max }} min={fewest} onSeats={setSeats} onPrice={setChosen}>
          {mayWait && nextPayment && <WhenChoice when={when} onWhen={setWhen} date={formatDay(nextPayment)} />}
        </PlanChoice>
        {beyond > 0 && <SeatsToFree license={license} wanted={Number(seats)} later={waits} />}
      </div>
      <ChangeSummary
        preview={differs && fits ? preview : undefined}
        nothing={toFree > 0 ? words('reduce.toSee', { count: toFree }) : t('change.nothing')}
        ready={differs && fits && settled === seats && !preview.isPlaceholderData && !asked.isAsking}
        onConfirm={confirm}
        verb={({ maxSeats }) => t(change.maxSeats ? 'change.verb' : 'change.verbPlan', { count: maxSeats })}
      >
        <DiscountField {...asked} />
      </ChangeSummary>
    </div>
  )
}

/** A change states what changes, and nothing else. */
const changeOf = (wanted: Change): Change =>
  Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
