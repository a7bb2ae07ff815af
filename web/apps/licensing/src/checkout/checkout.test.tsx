import { cannedServer } from '@gatehouse/sdk/testing'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paid, portal, trial } from '../testing'
import { useCheckout } from './checkout-context'

const PRICE = 'pri_monthly'
const server = cannedServer(
  ...portal(),
  http.get('*/api/v1/paddle/config', () =>
    HttpResponse.json({ token: 'test_1', environment: 'sandbox', scriptUrl: '/pay.js' }),
  ),
  http.get('*/api/v1/paddle/checkout-config', () => HttpResponse.json({ customerId: 'ctm_1', prices: [PRICE] })),
)

/** The provider's script, as far as the portal uses it. */
function fakeProvider() {
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

async function previewPrices({ items: [{ priceId, quantity }] }: { items: [{ priceId: string; quantity: number }] }) {
  return { data: { currencyCode: 'USD', details: { lineItems: [recurring(priceId, quantity), oneOff(quantity)] } } }
}

const line = (price: object, quantity: number) => ({
  price,
  quantity,
  totals: { subtotal: `${quantity * 4000}`, discount: '0', tax: '100', total: `${quantity * 4000 + 100}` },
  formattedUnitTotals: { subtotal: '$40.00' },
  formattedTotals: { total: `$${quantity * 40 + 1}.00` },
})
const recurring = (id: string, quantity: number) =>
  id === 'pri_yearly' ? yearly(id) : monthly(id, quantity, id === 'pri_quarterly' ? 3 : 1)
const monthly = (id: string, quantity: number, frequency: number) =>
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

async function openedPage(path: string, PricePreview: typeof previewPrices = previewPrices) {
  const fake = fakeProvider()
  Reflect.set(window, 'PaddleBillingV1', { ...fake.provider, PricePreview })
  const { renderPortal: renderFresh } = await import('../testing')
  return { ...fake, ...renderFresh(path) }
}

test('buying into a trial names the license that it overwrites', async () => {
  const { open, provider } = await openedPage('/billing/edit/f1')
  const button = await screen.findByRole('button', { name: 'Go to checkout' })
  expect(screen.getByText('Monthly · $40.00 per seat, per month')).toBeVisible()
  expect(screen.getByText('$201.00')).toBeVisible()
  await userEvent.click(button)
  expect(open).toHaveBeenCalledWith({
    settings: expect.objectContaining({ displayMode: 'overlay', allowLogout: false }),
    customer: { id: 'ctm_1' },
    items: [{ priceId: PRICE, quantity: 5 }],
    customData: { overwrite: 'f1' },
  })
  expect(provider.Environment.set).toHaveBeenCalledWith('sandbox')
  // The script opens a transaction of the page's address by itself, with these.
  const settings = expect.objectContaining({ displayMode: 'overlay', allowLogout: false })
  expect(provider.Initialize).toHaveBeenCalledWith(expect.objectContaining({ checkout: { settings } }))
})

test('buying again after the end names it as canceled', async () => {
  const status = { type: 'canceled', at: '2026-01-01T00:00:00Z' }
  const billing = { cycle: 'month', status, isPastDue: false }
  const ended = { ...trial, isTrial: false, licenseType: 'teams', isOver: true, billing }
  server.use(...portal([ended]))
  const { open } = await openedPage('/billing/edit/f1')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to checkout' }))
  expect(open.mock.calls[0]?.[0].customData).toEqual({ overwrite_canceled: 'f1' })
})

test('closing after the payment gives the toast and leads to billing', async () => {
  const { emit, history } = await openedPage('/billing/edit/f1')
  await screen.findByRole('button', { name: 'Go to checkout' })
  await act(async () => emit({ name: 'checkout.closed', data: { status: 'completed' } }))
  expect(await screen.findByText('Your license subscription will be updated shortly')).toBeVisible()
  expect(history.location.pathname).toBe('/billing')
})

test('closing before the payment only leads to billing', async () => {
  const { emit, history } = await openedPage('/billing/edit/f1')
  await screen.findByRole('button', { name: 'Go to checkout' })
  await act(async () => emit({ name: 'checkout.completed', data: { status: 'completed' } }))
  expect(history.location.pathname).toBe('/billing/edit/f1')
  await act(async () => emit({ name: 'checkout.closed', data: { status: 'ready' } }))
  expect(await screen.findByRole('article')).toBeVisible()
  expect(history.location.pathname).toBe('/billing')
  expect(screen.queryByText(/will be updated shortly/)).not.toBeInTheDocument()
})

test('an overlay that goes with focus inside, after the page has changed, leaves it on the page', async () => {
  const { emit } = await openedPage('/billing/edit/f1')
  await screen.findByRole('button', { name: 'Go to checkout' })
  const overlay = document.createElement('button')
  document.body.append(overlay)
  overlay.focus()
  await act(async () => emit({ name: 'checkout.closed', data: { status: 'ready' } }))
  expect(await screen.findByRole('article')).toBeVisible()
  overlay.focus()
  overlay.remove()
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('leaving the page takes the overlay away, and nobody is sent elsewhere', async () => {
  const { open, close, history } = await openedPage('/billing/edit/f1')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to checkout' }))
  expect(open).toHaveBeenCalledTimes(1)
  await act(async () => history.push('/contact'))
  expect(await screen.findByRole('heading', { name: 'Contact' })).toBeVisible()
  expect(close).toHaveBeenCalledTimes(1)
  expect(history.location.pathname).toBe('/contact')
})

test('a transaction whose overlay did not open can be tried again', async () => {
  server.use(...portal([paid]))
  server.use(
    http.get('*/api/v1/licenses/:id/update-payment-method', () =>
      HttpResponse.json({ customerId: 'ctm_1', transactionId: 'txn_9' }),
    ),
  )
  const { open, emit, history } = await openedPage('/billing/update-payment?fingerprint=f2')
  await waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  await act(async () => emit({ name: 'checkout.error' }))
  await act(async () => history.push('/billing'))
  await screen.findByRole('article')
  await act(async () => history.push('/billing/update-payment?fingerprint=f2'))
  await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
})

test('a refusal of the checkout is told in its place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const taken = () => new HttpResponse('ada@acme.test belongs to another customer', { status: 409 })
  server.use(http.get('*/api/v1/paddle/checkout-config', taken))
  await openedPage('/billing/edit/f1')
  expect(await screen.findByRole('alert')).toHaveTextContent('ada@acme.test belongs to another customer')
  expect(screen.getByRole('navigation')).toBeVisible()
})

test('a change of seats shows its cost before it is made', async () => {
  let sent: unknown
  server.use(...portal([paid]))
  server.use(
    http.patch('*/api/v1/licenses/:id/preview', () =>
      HttpResponse.json({
        currencyCode: 'USD',
        maxSeats: 8,
        priceId: PRICE,
        immediate: { subtotal: 6000, discount: 0, tax: 0, total: 6000, credit: 0, grandTotal: 6000 },
        nextPayment: '2126-12-20T12:00:00Z',
        quote: 'q1',
      }),
    ),
    http.patch('*/api/v1/licenses/:id', async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json({ ...paid, maxSeats: 8 })
    }),
  )
  const { history } = await openedPage('/billing/edit/f2')
  const seats = await screen.findByLabelText('Seats')
  expect(screen.getByRole('button', { name: 'Change seats' })).toBeDisabled()
  await userEvent.clear(seats)
  await userEvent.type(seats, '8')
  const button = await screen.findByRole('button', { name: 'Change to 8 seats' })
  expect(screen.getByText('$60.00')).toBeVisible()
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  expect(await screen.findByText('2 of 8 in use')).toBeVisible()
  expect(sent).toEqual({ maxSeats: 8, quote: 'q1' })
  expect(history.location.pathname).toBe('/billing')
})

test('prices of a change are offered in the currency of the subscription', async () => {
  const asked: unknown[] = []
  server.use(...portal([paid]))
  server.use(
    http.patch('*/api/v1/licenses/:id/preview', () =>
      HttpResponse.json({ currencyCode: 'HUF', maxSeats: 5, priceId: PRICE, quote: 'q1' }),
    ),
  )
  const preview = async (wanted: { currencyCode?: string; items: [{ priceId: string; quantity: number }] }) => {
    asked.push(wanted.currencyCode)
    const { data } = await previewPrices(wanted)
    return { data: { ...data, currencyCode: wanted.currencyCode ?? 'USD' } }
  }
  await openedPage('/billing/edit/f2', preview)
  expect(await screen.findByRole('radio', { name: /^Monthly · HUF.40\.00/ })).toBeVisible()
  expect(new Set(asked)).toEqual(new Set(['HUF']))
})

test('fewer seats may wait for the end of the period, where who would lose one is named', async () => {
  const sent: unknown[] = []
  const busy = { ...paid, usedSeats: 2 }
  const scheduledSeats = { maxSeats: 1, at: '2126-12-20T12:00:00Z' }
  server.use(...portal([busy]))
  server.use(
    http.get('*/api/v1/licenses/:id/seats', () =>
      HttpResponse.json({
        items: ['Zoe', 'Ann'].map((name) => ({
          id: name,
          kind: 'user',
          subject: name,
          name,
          claimedAt: '2026-01-01T00:00:00Z',
          lastSeenAt: '2026-01-01T00:00:00Z',
        })),
        total: 2,
      }),
    ),
    http.patch('*/api/v1/licenses/:id/preview', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({
        currencyCode: 'USD',
        maxSeats: 1,
        priceId: PRICE,
        nextPayment: '2126-12-20T12:00:00Z',
        next: { subtotal: 1000, discount: 0, tax: 0, total: 1000, credit: 0, grandTotal: 1000 },
        quote: 'q1',
      })
    }),
    http.patch('*/api/v1/licenses/:id', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...busy, billing: { ...busy.billing, scheduledSeats } })
    }),
    http.delete('*/api/v1/licenses/:id/scheduled-seats', () => HttpResponse.json(busy)),
  )
  await openedPage('/billing/edit/f2')
  const seats = await screen.findByLabelText('Seats')
  await userEvent.clear(seats)
  await userEvent.type(seats, '1')
  await userEvent.click(await screen.findByRole('radio', { name: /All seats work until then/ }))
  const losing = await screen.findByRole('region', { name: 'Seats that would be released' })
  expect(await within(losing).findByText('Ann')).toBeVisible()
  expect(within(losing).queryByText('Zoe')).not.toBeInTheDocument()
  const button = await screen.findByRole('button', { name: 'Change to 1 seat' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  const keep = await screen.findByRole('button', { name: 'Keep all seats' })
  expect(sent.filter((one) => Object.keys(one as object).length > 0)).toEqual([
    { maxSeats: 1, effectiveFrom: 'period_end' },
    { maxSeats: 1, effectiveFrom: 'period_end', quote: 'q1' },
  ])
  await userEvent.click(keep)
  await waitFor(() => expect(keep).not.toBeInTheDocument())
})

test('what costs something else by now is shown anew, and confirmed once more', async () => {
  const sent: unknown[] = []
  let total = 6000
  server.use(...portal([paid]))
  server.use(
    http.patch('*/api/v1/licenses/:id/preview', () =>
      HttpResponse.json({
        currencyCode: 'USD',
        maxSeats: 8,
        priceId: PRICE,
        immediate: { subtotal: total, discount: 0, tax: 0, total, credit: 0, grandTotal: total },
        quote: `q${total}`,
      }),
    ),
    http.patch('*/api/v1/licenses/:id', async ({ request }) => {
      sent.push(await request.json())
      if (sent.length > 1) return HttpResponse.json({ ...paid, maxSeats: 8 })
      total = 5999
      const headers = { 'error-code': 'changes.cost_differs' }
      return new HttpResponse('What this costs has changed since it was shown', { status: 409, headers })
    }),
  )
  const { history } = await openedPage('/billing/edit/f2')
  const seats = await screen.findByLabelText('Seats')
  await userEvent.clear(seats)
  await userEvent.type(seats, '8')
  const button = await screen.findByRole('button', { name: 'Change to 8 seats' })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  expect(await screen.findByText('$59.99')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(/^What this costs has changed since it was shown$/)
  expect(history.location.pathname).toBe('/billing/edit/f2')
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
  await waitFor(() => expect(history.location.pathname).toBe('/billing'))
  expect(sent).toEqual([
    { maxSeats: 8, quote: 'q6000' },
    { maxSeats: 8, quote: 'q5999' },
  ])
})

test('fewer seats than are held: those who were away the longest can give theirs up first', async () => {
  let seats = [holder('a', 'Ann Lee'), holder('b', 'Bob Roe')]
  let freed: unknown
  server.use(...portal([paid]))
  server.use(
    http.get('*/api/v1/licenses', () => HttpResponse.json([{ ...paid, usedSeats: seats.length }])),
    http.get('*/api/v1/licenses/:id/seats', () => HttpResponse.json({ items: seats, total: seats.length })),
    http.delete('*/api/v1/licenses/:id/seats/:seat', ({ params }) => {
      freed = params.seat
      seats = seats.slice(0, 1)
      return new HttpResponse(null, { status: 204 })
    }),
    http.patch('*/api/v1/licenses/:id/preview', () =>
      HttpResponse.json({ currencyCode: 'USD', maxSeats: 1, priceId: PRICE, quote: 'q1' }),
    ),
  )
  await openedPage('/billing/edit/f2')
  const field = await screen.findByLabelText('Seats')
  expect(screen.queryByRole('region', { name: 'Release seats first' })).not.toBeInTheDocument()
  await userEvent.clear(field)
  await userEvent.type(field, '1')
  const list = await screen.findByRole('region', { name: 'Release seats first' })
  expect(list).toHaveTextContent('2 seats are in use. Release 1 of them to pay for fewer.')
  const buttons = await within(list).findAllByRole('button', { name: /Release seat of/ })
  expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Release seat of Bob Roe',
    'Release seat of Ann Lee',
  ])
  await userEvent.click(buttons[0] as HTMLElement)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release seat' }))
  expect(await screen.findByRole('button', { name: 'Change to 1 seat' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Release seats first' })).not.toBeInTheDocument()
  expect(freed).toBe(holder('b', '').id)
})

const holder = (last: string, name: string) => ({
  id: `01900000-0000-7000-8000-00000000000${last}`,
  kind: 'user' as const,
  subject: name.toLowerCase(),
  name,
  claimedAt: '2026-11-20T12:00:00Z',
  lastSeenAt: '2026-11-20T12:00:00Z',
})

test('so many as are to be freed can be freed at once, and each of them is named before', async () => {
  let seats = [holder('a', 'Ann Lee'), holder('b', 'Bob Roe'), holder('c', 'Cleo Vo')]
  const freed: unknown[] = []
  let asked = ''
  server.use(...portal([paid]))
  server.use(
    http.get('*/api/v1/licenses/:id/seats', ({ request }) => {
      asked ||= new URL(request.url).search
      return HttpResponse.json({ items: seats, total: 200 + seats.length })
    }),
    http.delete('*/api/v1/licenses/:id/seats/:seat', ({ params }) => {
      freed.push(params.seat)
      seats = seats.filter(({ id }) => id !== params.seat)
      return new HttpResponse(null, { status: 204 })
    }),
    http.patch('*/api/v1/licenses/:id/preview', () =>
      HttpResponse.json({ currencyCode: 'USD', maxSeats: 201, priceId: 'pri_of_many', quote: 'q1' }),
    ),
  )
  // More seats are in use than one page lists, and the longest inactive holder comes last. The price allows them.
  const wide = { ...paid, billing: { ...paid.billing, priceId: 'pri_of_many' } as typeof paid.billing }
  server.use(
    http.get('*/api/v1/licenses', () => HttpResponse.json([{ ...wide, maxSeats: 250, usedSeats: 200 + seats.length }])),
  )
  await openedPage('/billing/edit/f2')
  const field = await screen.findByLabelText('Seats')
  await userEvent.clear(field)
  await userEvent.type(field, '201')
  const list = await screen.findByRole('region', { name: 'Release seats first' })
  expect(screen.getByText('Release 2 seats to see what the change costs.')).toBeVisible()
  expect(screen.queryByText(/Choose between/)).not.toBeInTheDocument()
  await userEvent.click(await within(list).findByRole('button', { name: 'Release the first 2' }))
  expect(asked).toBe('?_limit=200&_offset=3')
  const dialog = await screen.findByRole('dialog', { name: 'Release 2 seats?' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['Cleo Vo', 'Bob Roe'])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Release 2 seats' }))
  expect(await screen.findByRole('button', { name: 'Change to 201 seats' })).toBeVisible()
  expect(freed).toEqual([holder('c', '').id, holder('b', '').id])
})

test('what a year saves is said', async () => {
  const YEAR = 'pri_yearly'
  server.use(
    http.get('*/api/v1/paddle/checkout-config', () =>
      HttpResponse.json({ customerId: 'ctm_1', prices: [PRICE, YEAR] }),
    ),
  )
  await openedPage('/billing/edit/f1')
  const [month, year] = await screen.findAllByRole('radio')
  expect(month).toHaveAccessibleName('Monthly · $40.00 per seat, per month')
  expect(year).toHaveAccessibleName('Yearly · $360.00 per seat, per year Saves 25%')
  // Whether tax is due is known with the address.
  if (year) await userEvent.click(year)
  expect(await screen.findByText('Added at checkout where applicable')).toBeVisible()
})

test('what is billed every three months is not offered, because it would be called monthly', async () => {
  server.use(
    http.get('*/api/v1/paddle/checkout-config', () =>
      HttpResponse.json({ customerId: 'ctm_1', prices: ['pri_quarterly', PRICE, 'pri_yearly'] }),
    ),
  )
  await openedPage('/billing/edit/f1')
  const offered = await screen.findAllByRole('radio')
  expect(offered.map((one) => one.getAttribute('value'))).toEqual([PRICE, 'pri_yearly'])
})

test('of two prices with the same period the one that runs is kept, and only what changes is sent', async () => {
  const OTHER = 'pri_monthly_for_agencies'
  const asked: unknown[] = []
  server.use(...portal([paid]))
  server.use(
    // The one that does not run is listed first.
    http.get('*/api/v1/paddle/checkout-config', () =>
      HttpResponse.json({ customerId: 'ctm_1', prices: [OTHER, PRICE] }),
    ),
    http.patch('*/api/v1/licenses/:id/preview', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ currencyCode: 'USD', maxSeats: 8, priceId: PRICE, quote: 'q1' })
    }),
  )
  await openedPage('/billing/edit/f2')
  const seats = await screen.findByLabelText('Seats')
  expect(screen.getAllByRole('radio').map((one) => (one as HTMLInputElement).checked)).toEqual([false, true])
  await userEvent.clear(seats)
  await userEvent.type(seats, '8')
  await waitFor(() => expect(asked.at(-1)).toEqual({ maxSeats: 8 }))
  await userEvent.click(screen.getAllByRole('radio')[0] as HTMLElement)
  await waitFor(() => expect(asked.at(-1)).toEqual({ maxSeats: 8, priceId: OTHER }))
})

test('what is not for sale any more keeps its price when seats change', async () => {
  const asked: unknown[] = []
  const old = { ...paid, billing: { ...paid.billing, priceId: 'pri_of_last_year' } as typeof paid.billing }
  server.use(...portal([old]))
  server.use(
    http.patch('*/api/v1/licenses/:id/preview', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ currencyCode: 'USD', maxSeats: 8, priceId: 'pri_of_last_year', quote: 'q1' })
    }),
  )
  await openedPage('/billing/edit/f2')
  const seats = await screen.findByLabelText('Seats')
  expect(screen.getByRole('radio')).not.toBeChecked()
  await userEvent.clear(seats)
  await userEvent.type(seats, '8')
  await waitFor(() => expect(asked.at(-1)).toEqual({ maxSeats: 8 }))
})

test('a transaction that the script has opened from the address is not opened again', async () => {
  server.use(
    http.get('*/api/v1/paddle/transactions/txn_1', () =>
      HttpResponse.json({ transactionId: 'txn_1', status: 'ready' }),
    ),
  )
  const address = window.location.href
  window.history.replaceState(null, '', '/billing/checkout?_ptxn=txn_1')
  try {
    const { open, provider } = await openedPage('/billing/checkout?_ptxn=txn_1')
    expect(await screen.findByText('Opening the checkout')).toBeVisible()
    expect(provider.Initialize).toHaveBeenCalledTimes(1)
    expect(open).not.toHaveBeenCalled()
  } finally {
    window.history.replaceState(null, '', address)
  }
})

const TEN_OFF = { id: 'dsc_1', code: 'TEN', description: '', type: 'percentage', amount: '10', recurs: true } as const

/** The provider of discounts, and what it was asked. */
function discounts() {
  const asked: string[] = []
  server.use(
    http.get('*/api/v1/paddle/discounts', ({ request }) => {
      asked.push(new URL(request.url).search)
      const isKnown = request.url.includes('code=ten')
      return isKnown ? HttpResponse.json(TEN_OFF) : new HttpResponse('This code does not apply', { status: 404 })
    }),
  )
  return asked
}

test('a discount code is looked up when it is applied, bought with, and taken away again', async () => {
  const asked = discounts()
  const { open } = await openedPage('/billing/edit/f1')
  const code = await screen.findByLabelText('Discount code')
  await userEvent.type(code, 'nothing')
  expect(asked).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('This code is not valid for this price')).toBeVisible()
  await userEvent.clear(code)
  await userEvent.type(code, 'ten')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText(/10% off/)).toBeVisible()
  // A refusal is not asked again by itself.
  expect(asked).toEqual([`?code=nothing&price=${PRICE}`, `?code=ten&price=${PRICE}`])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ discountId: 'dsc_1' }))

  await userEvent.click(screen.getByRole('button', { name: 'Remove the discount TEN' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeEnabled())
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(open.mock.lastCall?.[0]).not.toHaveProperty('discountId')
})

test('a discount alone is a change', async () => {
  discounts()
  const sent: unknown[] = []
  server.use(...portal([paid]))
  server.use(
    http.patch('*/api/v1/licenses/:id/preview', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ currencyCode: 'USD', maxSeats: 5, priceId: PRICE, quote: 'q1' })
    }),
  )
  await openedPage('/billing/edit/f2')
  await userEvent.type(await screen.findByLabelText('Discount code'), 'ten')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(sent.at(-1)).toEqual({ discountId: 'dsc_1' }))
  // The seats stay as they are, so the button speaks of none.
  expect(await screen.findByRole('button', { name: 'Confirm change' })).toBeVisible()
})

test('more seats than a price allows cannot be bought', async () => {
  await openedPage('/billing/edit/f1')
  const seats = await screen.findByLabelText('Seats')
  await userEvent.clear(seats)
  await userEvent.type(seats, '51')
  expect(await screen.findByText('Choose between 2 and 50 seats')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Go to checkout' })).toBeDisabled()
})

test('a transaction of the own organization opens once', async () => {
  server.use(
    http.get('*/api/v1/paddle/transactions/txn_1', () =>
      HttpResponse.json({ transactionId: 'txn_1', status: 'ready' }),
    ),
  )
  const { open } = await openedPage('/billing/checkout?_ptxn=txn_1')
  await waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  expect(open.mock.calls[0]?.[0]).toMatchObject({ transactionId: 'txn_1', customer: { id: 'ctm_1' } })
})

test("another organization's transaction opens nothing", async () => {
  server.use(http.get('*/api/v1/paddle/transactions/txn_2', () => new HttpResponse('not found', { status: 404 })))
  const { provider } = await openedPage('/billing/checkout?_ptxn=txn_2')
  expect(await screen.findByText('Checkout not found')).toBeVisible()
  expect(provider.Initialize).not.toHaveBeenCalled()
})

test('a script that does not load is a warning, and the page says so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onerror?.(new Event('error')))
  })
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/edit/f1')
  expect(await screen.findByText('The checkout could not be opened')).toBeVisible()
  expect(warn).toHaveBeenCalledWith("The payment provider's script failed to load")
  expect(append).toHaveBeenCalledTimes(1)
})

test('a script that loads without its global is a warning of its own', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onload?.(new Event('load')))
  })
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/edit/f1')
  expect(await screen.findByText('The checkout could not be opened')).toBeVisible()
  expect(warn).toHaveBeenCalledWith('The payment provider is not available')
})

test('a script that does not start is as one that does not load', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { provider } = fakeProvider()
  provider.Initialize.mockImplementation(() => {
    throw new Error('Unknown setting')
  })
  Reflect.set(window, 'PaddleBillingV1', provider)
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/edit/f1')
  expect(await screen.findByText('The checkout could not be opened')).toBeVisible()
  expect(screen.getByRole('navigation')).toBeVisible()
  expect(warn).toHaveBeenCalled()
})

test('an overlay that fails to open is told, and what was entered stays', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { open } = await openedPage('/billing/edit/f1')
  const seats = await screen.findByRole('textbox', { name: /Seats/ })
  open.mockImplementation(() => {
    throw new Error('Blocked')
  })
  await userEvent.clear(seats)
  await userEvent.type(seats, '7')
  expect(await screen.findByText('$281.00')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Go to checkout' }))
  expect(await screen.findByText(/The payment page could not be loaded/)).toBeVisible()
  expect(seats).toHaveValue('7')
})

test('a transaction whose overlay fails to open leaves a way back', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(...portal([paid]))
  server.use(
    http.get('*/api/v1/licenses/:id/update-payment-method', () =>
      HttpResponse.json({ customerId: 'ctm_1', transactionId: 'txn_9' }),
    ),
  )
  const fake = fakeProvider()
  fake.open.mockImplementation(() => {
    throw new Error('Blocked')
  })
  Reflect.set(window, 'PaddleBillingV1', fake.provider)
  const { renderPortal: renderFresh } = await import('../testing')
  renderFresh('/billing/update-payment?fingerprint=f2')
  expect(await screen.findByText(/The payment page could not be loaded/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to billing' })).toBeVisible()
})

const Helper = () => useCheckout().customerId

test('the helper outside its wrapper is an error that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Helper />)).toThrow('useCheckout used outside the checkout context')
})

test('a price that does not arrive is told in its place, and what was entered stays', async () => {
  let arrives = true
  await openedPage('/billing/edit/f1', (wanted) =>
    arrives ? previewPrices(wanted) : Promise.reject(new TypeError('Failed to fetch')),
  )
  await screen.findByRole('button', { name: 'Go to checkout' })
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(console, 'error').mockImplementation(() => {})
  arrives = false
  const seats = screen.getByRole('textbox', { name: /Seats/ })
  await userEvent.clear(seats)
  await userEvent.type(seats, '7')
  expect(await screen.findByText(/The prices could not be loaded/, {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.getByRole('textbox', { name: /Seats/ })).toHaveValue('7')
  expect(warn).toHaveBeenCalled()
  arrives = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$281.00')).toBeVisible()
  vi.restoreAllMocks()
})
