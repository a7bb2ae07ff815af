import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { portal, trial } from '../testing'
import { useCheckout } from './checkout-context'
import { openedPage, PRICE, server } from './testing'

const Helper = () => useCheckout().customerId

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

test('leaving the page closes the overlay without a redirect', async () => {
  const { open, close, history } = await openedPage('/billing/edit/f1')
  await userEvent.click(await screen.findByRole('button', { name: 'Go to checkout' }))
  expect(open).toHaveBeenCalledTimes(1)
  await act(async () => history.push('/contact'))
  expect(await screen.findByRole('heading', { name: 'Contact' })).toBeVisible()
  expect(close).toHaveBeenCalledTimes(1)
  expect(history.location.pathname).toBe('/contact')
})

test('a refusal of the checkout is told in its place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const taken = () => new HttpResponse('ada@acme.test belongs to another customer', { status: 409 })
  server.use(http.get('*/api/v1/paddle/checkout-config', taken))
  await openedPage('/billing/edit/f1')
  expect(await screen.findByRole('alert')).toHaveTextContent('ada@acme.test belongs to another customer')
  expect(screen.getByRole('navigation')).toBeVisible()
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
  expect(year).toHaveAccessibleName('Yearly · $360.00 per seat, per year Save 25%')
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

test('the helper outside its wrapper is an error that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Helper />)).toThrow('useCheckout used outside the checkout context')
})
