import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { paid, portal } from '../testing'
import { openedPage, PRICE, server } from './testing'

const holder = (last: string, name: string) => ({
  id: `01900000-0000-7000-8000-00000000000${last}`,
  kind: 'user' as const,
  subject: name.toLowerCase(),
  name,
  claimedAt: '2026-11-20T12:00:00Z',
  lastSeenAt: '2026-11-20T12:00:00Z',
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

test('fewer seats than are in use: the least recently used are released first', async () => {
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
  expect(list).toHaveTextContent('2 seats are in use. Release 1 of them to pay for fewer seats.')
  const buttons = await within(list).findAllByRole('button', { name: /Release seat for/ })
  expect(buttons.map((one) => one.getAttribute('aria-label'))).toEqual([
    'Release seat for Bob Roe',
    'Release seat for Ann Lee',
  ])
  await userEvent.click(buttons[0] as HTMLElement)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Release seat' }))
  expect(await screen.findByRole('button', { name: 'Change to 1 seat' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Release seats first' })).not.toBeInTheDocument()
  expect(freed).toBe(holder('b', '').id)
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
