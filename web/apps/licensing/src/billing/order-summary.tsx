import { formatMoney, Money } from '@gatehouse/ui'
import { Button, Title } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { useCheckout } from '../checkout/checkout-context'
import { type PriceLine, usePriceLines } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'
import type { useDiscountCode } from './discount.queries'
import { DiscountField } from './discount-field'
import type { License } from './licenses.queries'

interface Props {
  readonly price: PriceLine
  readonly quantity: number
  /** What is shown is what would be bought. */
  readonly ready: boolean
  readonly license: License
  readonly asked: ReturnType<typeof useDiscountCode>
}

export function OrderSummary({ price, quantity, ready, license, asked }: Props) {
  const t = useT()
  const { buy } = useCheckout()
  const inRange = Math.min(Math.max(quantity, price.minQuantity), price.maxQuantity)
  // Another period or discount changes the figures in their place.
  const priceId = useDeferredValue(price.priceId)
  const discountId = useDeferredValue(asked.discount?.id)
  const [line] = usePriceLines([{ priceId, quantity: inRange }], { discountId })
  const isShown = priceId === price.priceId && discountId === asked.discount?.id && !asked.isAsking
  if (!line) return null
  const { currencyCode: currency, cycle } = line
  const subscription = { fingerprint: license.fingerprint, type: license.isTrial ? 'trial' : license.licenseType }
  return (
    <section className={`${classes.card} ${classes.summary}`} aria-live="polite">
      <Title order={2} size="h5">
        {t('edit.count', { count: line.quantity })}
      </Title>
      <p>{t(`edit.perSeat.${cycle}`, { price: formatMoney(line.unitPrice, currency) })}</p>
      <DiscountField {...asked} />
      <dl>
        <Line name={t('edit.subtotal')}>
          <Money minor={line.subtotalPrice} currency={currency} />
        </Line>
        <Line name={t('edit.tax')}>
          {line.totalTax > 0 ? <Money minor={line.totalTax} currency={currency} /> : t('edit.taxLater')}
        </Line>
        <Line name={t(`edit.total.${cycle}`)} total>
          <Money minor={line.totalPrice} currency={currency} />
        </Line>
      </dl>
      <Button
        disabled={!ready || !isShown}
        onClick={() =>
          buy({
            items: [{ priceId: line.priceId, quantity: line.quantity }],
            subscription,
            ...(discountId && { discountId }),
          })
        }
      >
        {t('edit.checkout')}
      </Button>
    </section>
  )
}

interface LineProps {
  readonly name: string
  readonly total?: boolean
  readonly children: ReactNode
}

export function Line({ name, total, children }: LineProps) {
  return (
    <div className={total ? classes.total : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
