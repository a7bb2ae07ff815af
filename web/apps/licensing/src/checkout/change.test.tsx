import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { paid, portal } from '../testing'
import { openedPage, PRICE, previewPrices, server } from './testing'

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
