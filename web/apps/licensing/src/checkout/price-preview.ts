import { ApiError } from '@gatehouse/api'
import type { CurrencyCode, PricePreviewResponse } from '@paddle/paddle-js'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../texts'
import { useCheckout } from './checkout-context'

export interface PriceLine {
  readonly currencyCode: string
  readonly priceId: string
  readonly quantity: number
  /** Minor units, as the provider gives them. */
  readonly subtotalPrice: number
  readonly totalTax: number
  readonly totalPrice: number
  readonly unitPrice: number
  /** In the provider's own words, whatever language is chosen here. */
  readonly formattedUnitPrice: string
  readonly formattedTotalPrice: string
  readonly minQuantity: number
  readonly maxQuantity: number
  readonly cycle: 'day' | 'week' | 'month' | 'year'
}

interface Item {
  readonly priceId: string
  readonly quantity: number
}

const TEN_SECONDS = 10_000

interface PriceOptions {
  readonly discountId?: string | undefined
  /** Of a subscription that runs; without it, the provider chooses by the customer's country. */
  readonly currencyCode?: string | undefined
}

/** What these items cost this customer, tax included; only what is billed every day, week, month or year. */
export function usePriceLines(
  items: readonly Item[],
  { discountId, currencyCode }: PriceOptions = {},
): readonly PriceLine[] {
  const { provider, customerId } = useCheckout()
  const query = queryOptions({
    queryKey: ['price-preview', customerId, items, discountId, currencyCode],
    queryFn: async () => {
      // One call each: monthly and yearly prices cannot be in one cart.
      const previews = await fromProvider(() =>
        Promise.all(
          items.map((item) =>
            provider.paddle.PricePreview({
              customerId,
              items: [item],
              ...(discountId && { discountId }),
              ...(currencyCode && { currencyCode: currencyCode as CurrencyCode }),
            }),
          ),
        ),
      )
      return previews.flatMap(readLines)
    },
    staleTime: TEN_SECONDS,
  })
  return useSuspenseQuery(query).data
}

/** A call to the payment provider fails as one of the API without an answer does: it is repeated, and told in its place. */
async function fromProvider<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    console.warn('The payment provider did not answer:', error)
    throw new ApiError(0, 'checkout.prices_unavailable', [t('checkout.pricesFailed')])
  }
}

export function readLines({ data }: PricePreviewResponse): PriceLine[] {
  return data.details.lineItems.flatMap(({ price, quantity, totals, formattedUnitTotals, formattedTotals }) =>
    // What is billed every three months would be called monthly.
    price.billingCycle?.frequency === 1
      ? {
          currencyCode: data.currencyCode,
          priceId: price.id,
          quantity,
          subtotalPrice: Number(totals.subtotal) - Number(totals.discount),
          totalTax: Number(totals.tax),
          totalPrice: Number(totals.total),
          unitPrice: Math.round(Number(totals.subtotal) / quantity),
          formattedUnitPrice: formattedUnitTotals.subtotal,
          formattedTotalPrice: formattedTotals.total,
          minQuantity: price.quantity.minimum,
          maxQuantity: price.quantity.maximum,
          cycle: price.billingCycle.interval,
        }
      : [],
  )
}
