import type { PaymentMethod } from '../wire'
import { t } from './subscriptions.texts'

/** The one that is charged: that of the subscription, else the default one, else the first. */
export function chosenMethod(methods: readonly PaymentMethod[], id: string | null | undefined): PaymentMethod | null {
  return methods.find((one) => one.id === id) ?? methods.find(({ isDefault }) => isDefault) ?? methods[0] ?? null
}

// The provider's words are keys.
const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  american_express: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** "Visa ending in 4242". */
export const methodText = ({ brand, last4 }: PaymentMethod): string =>
  t('method.card', { brand: BRANDS[brand.toLowerCase()] ?? brand, last4 })

/** A card is good until its month ends. */
export const isOver = ({ expMonth, expYear }: PaymentMethod, now: number): boolean =>
  now >= Date.UTC(expYear, expMonth, 1)
