import { cannedServer } from '@gatehouse/sdk/testing'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, vi } from 'vitest'
import { portal } from '../testing'

export const PRICE = 'pri_monthly'

export const server = cannedServer(
  ...portal(),
  http.get('*/api/v1/paddle/config', () =>
    HttpResponse.json({ token: 'test_1', environment: 'sandbox', scriptUrl: '/pay.js' }),
  ),
  http.get('*/api/v1/paddle/checkout-config', () => HttpResponse.json({ customerId: 'ctm_1', prices: [PRICE] })),
)

/** The provider's script, as far as the portal uses it. */
export function fakeProvider() {
  let emit: (event: object) => void = () => undefined
  const open = vi.fn()
  const close = vi.fn(() => emit({ name: 'checkout.closed', data: { status: 'ready' } }))
  const provider = {
    Environment: { set: vi.fn() },
    Initialize: vi.fn(({ eventCallback }) => {
      emit = eventCallback
    }),
    Checkout: { open, close },
    PricePreview: previewPrices,
  }
  return { provider, open, close, emit: (event: object) => emit(event) }
}

export async function previewPrices({
  items: [{ priceId, quantity }],
}: {
  items: [{ priceId: string; quantity: number }]
}) {
  return {
    data: { currencyCode: 'USD', details: { lineItems: [recurringPrice(priceId, quantity), oneOff(quantity)] } },
  }
}

const line = (price: object, quantity: number) => ({
  price,
  quantity,
  totals: { subtotal: `${quantity * 4000}`, discount: '0', tax: '100', total: `${quantity * 4000 + 100}` },
  formattedUnitTotals: { subtotal: '$40.00' },
  formattedTotals: { total: `$${quantity * 40 + 1}.00` },
})

const recurringPrice = (id: string, quantity: number) =>
  id === 'pri_yearly' ? yearly(id) : monthly(id, quantity, id === 'pri_quarterly' ? 3 : 1)

export const monthly = (id: string, quantity: number, frequency: number) =>
  line({ id, billingCycle: { interval: 'month', frequency }, quantity: { minimum: 1, maximum: 50 } }, quantity)

/** Nine months' worth. */
const yearly = (id: string) => {
  const year = line({ id, billingCycle: { interval: 'year', frequency: 1 }, quantity: { minimum: 1, maximum: 50 } }, 1)
  return { ...year, totals: { subtotal: '36000', discount: '0', tax: '0', total: '36000' } }
}

const oneOff = (quantity: number) => line({ id: 'pri_setup', billingCycle: null }, quantity)

beforeEach(() => {
  // The portal keeps one script for the life of a page; each test is a new page.
  vi.resetModules()
})

afterEach(() => {
  Reflect.deleteProperty(window, 'PaddleBillingV1')
})

export async function openedPage(path: string, PricePreview: typeof previewPrices = previewPrices) {
  const fake = fakeProvider()
  Reflect.set(window, 'PaddleBillingV1', { ...fake.provider, PricePreview })
  const { renderPortal: renderFresh } = await import('../testing')
  return { ...fake, ...renderFresh(path) }
}

export const TEN_OFF = {
  id: 'dsc_1',
  code: 'TEN',
  description: '',
  type: 'percentage',
  amount: '10',
  recurs: true,
} as const
