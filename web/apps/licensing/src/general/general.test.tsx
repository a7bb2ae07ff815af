import { cannedServer } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { License } from '../billing/licenses.queries'
import { checklist, paid, portal, renderPortal, statistics, trial } from '../testing'
import { everyDay } from './days'

const server = cannedServer(...portal())

test('of several licenses, the one that wants attention is named', async () => {
  server.use(...portal([paid, { ...trial, name: 'Labs' }]))
  renderPortal('/general')
  expect(await screen.findByText('Labs: Your trial ends in 14 days')).toBeVisible()
})

test('a payment that failed wants attention before a license that the vendor gave', async () => {
  const granted = { ...trial, isTrial: false, licenseType: 'teams', daysLeft: undefined, name: 'Given' }
  const billing = { cycle: 'month', status: { type: 'past_due', at: '2026-01-01T00:00:00Z' }, isPastDue: true } as const
  server.use(...portal([granted, { ...paid, name: 'Bought', billing }]))
  renderPortal('/general')
  expect(await screen.findByText('Bought: The last payment failed')).toBeVisible()
})

test('a license that works on after its subscription says until when', async () => {
  const status = { type: 'canceled', at: '2026-01-01T00:00:00Z' } as const
  const billing = { cycle: 'month', status, isPastDue: false }
  server.use(...portal([{ ...paid, validTo: '2126-12-31T23:59:59Z', billing }]))
  renderPortal('/general')
  expect(await screen.findByText('Your license ends on December 31, 2126')).toBeVisible()
  expect(screen.queryByText(/its tools cannot take a seat/)).not.toBeInTheDocument()
})

test('what is charged in a period without a name of ours is told in plain words', async () => {
  server.use(...portal([{ ...paid, billing: { ...paid.billing, cycle: 'quarter' } as License['billing'] }]))
  renderPortal('/general')
  expect(await screen.findByText('$150.00 per billing period')).toBeVisible()
})

test('a paused license has not ended', async () => {
  const status = { type: 'paused', at: '2026-01-01T00:00:00Z' } as const
  server.use(...portal([{ ...paid, billing: { cycle: 'month', status, isPastDue: false } }]))
  renderPortal('/general')
  expect(await screen.findByText('Your license is paused')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Subscribe again' })).not.toBeInTheDocument()
})

test('when all seats are taken, the next thing to do is to add some', async () => {
  server.use(...portal([{ ...paid, usedSeats: 5 }]))
  renderPortal('/general')
  expect(await screen.findByText('All seats are in use')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change seats' })).toHaveAttribute('href', '/billing/edit/f2')
})

test('a license whose grace is over asks for another card, and has no seats to count', async () => {
  const status = { type: 'past_due', at: '2026-01-01T00:00:00Z' }
  const billing = { cycle: 'month', status, isPastDue: true } as const
  server.use(...portal([{ ...paid, validTo: '2026-01-15T00:00:00Z', isOver: true, billing }]))
  renderPortal('/general')
  expect(await screen.findByText(/Your tools have stopped/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Update payment method' })).toBeVisible()
  expect(await screen.findByText(/its tools cannot take a seat/)).toBeVisible()
})

test('a scheduled end can be taken back', async () => {
  const status = { type: 'active', deactivationAt: '2126-12-20T12:00:00Z' } as const
  server.use(...portal([{ ...paid, billing: { cycle: 'month', status, isPastDue: false } }]))
  server.use(http.post('*/api/v1/licenses/:id/resume', () => HttpResponse.json(paid)))
  renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: 'Resume subscription' }))
  expect(await screen.findByText('License active')).toBeVisible()
})

const ann = {
  id: '01900000-0000-7000-8000-00000000000a',
  kind: 'user',
  subject: 'ann@acme.test',
  name: 'Ann Lee',
  hostname: 'laptop',
  claimedAt: '2026-11-20T12:00:00Z',
  lastSeenAt: '2026-11-20T12:00:00Z',
} as const

test('the page answers how many seats are left, who holds them, and what is paid next', async () => {
  server.use(...portal([paid]))
  server.use(http.get('*/api/v1/licenses/:id/seats', () => HttpResponse.json({ items: [ann], total: 1 })))
  renderPortal('/general')
  const seats = await screen.findByRole('region', { name: 'Seats in use' })
  expect(seats).toHaveTextContent('2of 53 seats left')
  expect(await within(seats).findByText('Ann Lee')).toBeVisible()
  const payment = screen.getByRole('region', { name: 'Next payment' })
  expect(await within(payment).findByText('$150.00')).toBeVisible()
  expect(payment).toHaveTextContent('on December 20, 2126')
})

test('without permission to change licenses the date is shown and the amount is not requested', async () => {
  server.use(...portal([paid], [{ key: 'licensing.read.licenses' }]))
  server.use(http.patch('*/api/v1/licenses/:id/preview', () => new HttpResponse('No', { status: 403 })))
  renderPortal('/general')
  const payment = await screen.findByRole('region', { name: 'Next payment' })
  expect(payment).toHaveTextContent('on December 20, 2126')
  expect(payment).not.toHaveTextContent('$')
})

test('an amount that the provider refuses to tell leaves its date, and why', async () => {
  const pending = 'A refund is pending. Wait until it is settled.'
  server.use(...portal([paid]))
  server.use(http.patch('*/api/v1/licenses/:id/preview', () => new HttpResponse(pending, { status: 409 })))
  const { history } = renderPortal('/general')
  const payment = await screen.findByRole('region', { name: 'Next payment' })
  expect(await within(payment).findByText(pending)).toBeVisible()
  expect(payment).toHaveTextContent('on December 20, 2126')
  history.push('/billing')
  const card = await screen.findByRole('article', { name: 'Acme' })
  expect(await within(card).findByText(pending)).toBeVisible()
})

test('the checklist says what happened, and leads to what is next', async () => {
  server.use(...portal())
  server.use(
    http.get('*/api/v1/licenses/:id/checklist', () =>
      HttpResponse.json({ ...checklist, firstContact: '2026-11-20T12:00:00Z' }),
    ),
  )
  renderPortal('/general')
  const steps = await screen.findByRole('region', { name: 'Getting started' })
  expect(await within(steps).findByText('3 of 6 steps completed')).toBeVisible()
  expect(within(steps).getAllByRole('img', { name: 'Done' })).toHaveLength(3)
  expect(within(steps).getByRole('link', { name: 'Buy seats' })).toHaveAttribute('href', '/billing/edit/f1')
})

test('use is told in words and as a table; without any, it says when there will be some', async () => {
  server.use(...portal([paid]))
  server.use(http.get('*/api/v1/licenses/:id/statistics', () => HttpResponse.json(statistics)))
  renderPortal('/general')
  expect(await screen.findByText('4 users or machines were active, 2 of them today')).toBeVisible()
  expect(screen.getByText('6 sessions, 20 minutes each on average')).toBeVisible()
  expect(screen.getByText('Most used version: 2.1.0 (3 of 4)')).toBeVisible()
  const table = screen.getByRole('table', { name: 'Active per day', hidden: true })
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(31)
})

test('without use, the page says when there will be some', async () => {
  renderPortal('/general')
  expect(await screen.findByText('No usage yet')).toBeVisible()
})

test('days without use are there, too', () => {
  const days = everyDay(statistics)
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2026-10-22', active: 0, sessions: 0 })
  expect(days[29]).toEqual({ day: '2026-11-20', active: 2, sessions: 6 })
})
