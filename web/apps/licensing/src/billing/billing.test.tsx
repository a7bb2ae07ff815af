import { cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { findLargest, findMostUrgent } from '../general/answers'
import { paid, portal, renderPortal, trial } from '../testing'
import { isInForce, stateOf } from './license-state'
import type { License } from './licenses.queries'

const server = cannedServer(...portal())
const canceled: License = {
  ...paid,
  validTo: '2026-01-01T00:00:00Z',
  isOver: true,
  billing: { cycle: 'month', status: { type: 'canceled', at: '2026-01-01T00:00:00Z' }, isPastDue: false },
}
const ending: License = {
  ...paid,
  billing: {
    cycle: 'month',
    status: { type: 'active', deactivationAt: '2126-12-20T12:00:00Z' },
    isPastDue: false,
  },
}
const pastDue: License = {
  ...paid,
  billing: { cycle: 'month', status: { type: 'past_due', at: '2026-01-01T00:00:00Z' }, isPastDue: true },
}

const paused: License = {
  ...paid,
  validTo: '2026-01-01T00:00:00Z',
  isOver: true,
  billing: { cycle: 'month', status: { type: 'paused', at: '2026-01-01T00:00:00Z' }, isPastDue: false },
}

test('a license says what it means', () => {
  expect(stateOf(trial)).toBe('trial')
  expect(stateOf({ ...trial, isOver: true })).toBe('trialOver')
  expect(stateOf(paid)).toBe('good')
  expect(stateOf(ending)).toBe('ending')
  expect(stateOf(pastDue)).toBe('pastDue')
  expect(stateOf(paused)).toBe('paused')
  expect(stateOf(canceled)).toBe('ended')
})

test('what the vendor lets work on after its end has not ended, and can be bought again', async () => {
  const lasting: License = {
    ...paid,
    validTo: '2126-12-31T23:59:59Z',
    billing: { cycle: 'month', status: { type: 'canceled', at: '2026-01-01T00:00:00Z' }, isPastDue: false },
  }
  expect(stateOf(lasting)).toBe('lasting')
  expect(isInForce(lasting)).toBe(true)
  server.use(...portal([lasting]))
  renderPortal('/billing')
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('Canceled')
  expect(card).not.toHaveTextContent('Billed')
  expect(card).toHaveTextContent('Works untilDecember 31, 2126')
  expect(card).not.toHaveTextContent('Ended')
  expect(within(card).getByRole('link', { name: 'Subscribe again' })).toHaveAttribute('href', '/billing/edit/f2')
})

test('a paused license that works on says since when it is paused, and until when it works', async () => {
  server.use(...portal([{ ...paused, validTo: '2126-12-31T23:59:59Z', isOver: false }]))
  renderPortal('/billing')
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('Paused onJanuary 1, 2026')
  expect(card).toHaveTextContent('Works untilDecember 31, 2126')
})

test('what the vendor gave is neither bought nor canceled', async () => {
  const granted: License = { ...trial, isTrial: false, licenseType: 'teams', daysLeft: undefined }
  expect(stateOf(granted)).toBe('granted')
  expect(stateOf({ ...granted, isOver: true })).toBe('grantedOver')
  server.use(...portal([granted]))
  const { history } = renderPortal('/billing/edit/f1')
  const card = await screen.findByRole('article')
  expect(history.location.pathname).toBe('/billing')
  expect(card).toHaveTextContent('Valid')
  expect(card).toHaveTextContent('Valid throughDecember 4, 2126')
  expect(within(card).queryByRole('button', { name: /More actions/ })).not.toBeInTheDocument()
  expect(within(card).queryByRole('link', { name: /Subscribe|Buy|Change/ })).not.toBeInTheDocument()
})

test.each([
  ['suspended', 'Your license was suspended'],
  ['revoked', 'Your license was revoked'],
] as const)('a license that the vendor has %s says so, and leads to the vendor', async (standing, title) => {
  const stopped: License = { ...paid, standing }
  expect(stateOf(stopped)).toBe('stopped')
  expect(isInForce(stopped)).toBe(false)
  server.use(...portal([stopped]))
  renderPortal('/general')
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
})

test('over is what the server says, whatever this clock shows', () => {
  expect(stateOf({ ...trial, validTo: '2020-01-01T00:00:00Z' })).toBe('trial')
  expect(stateOf({ ...trial, validTo: '2126-01-01T00:00:00Z', isOver: true })).toBe('trialOver')
})

test('a paused subscription can be canceled permanently', async () => {
  let canceledAt = ''
  server.use(...portal([paused]))
  server.use(
    http.post('*/api/v1/licenses/:id/cancel', ({ request }) => {
      canceledAt = new URL(request.url).pathname
      return HttpResponse.json(canceled)
    }),
  )
  renderPortal('/billing')
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('Paused onJanuary 1, 2026')
  expect(card).not.toHaveTextContent('seats left')
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Acme' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel subscription' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('The subscription ends immediately and cannot be resumed.')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  await waitFor(() => expect(canceledAt).toMatch(/cancel$/))
})

test('a paused subscription is resumed, and not offered for sale', async () => {
  server.use(...portal([paused]))
  // Also for who knows the address of the purchase.
  const { history } = renderPortal('/billing/edit/f2')
  const card = await screen.findByRole('article')
  expect(history.location.pathname).toBe('/billing')
  expect(card).toHaveTextContent('Paused')
  expect(within(card).getByRole('button', { name: 'Resume subscription' })).toBeVisible()
  expect(within(card).queryByRole('link', { name: 'Subscribe again' })).not.toBeInTheDocument()
})

test('a pause ahead is no end, and is taken back', async () => {
  const pausing: License = {
    ...paid,
    billing: { cycle: 'month', status: { type: 'active', pauseAt: '2126-12-20T12:00:00Z' }, isPastDue: false },
  }
  server.use(...portal([pausing]))
  renderPortal('/billing')
  const card = await screen.findByRole('article')
  expect(card).toHaveTextContent('Pauses on')
  expect(card).not.toHaveTextContent('Ends on')
  expect(within(card).getByRole('button', { name: 'Resume subscription' })).toBeVisible()
})

test('an end ahead shows while a payment is missing, and canceling again is not offered', async () => {
  const both: License = {
    ...pastDue,
    billing: {
      cycle: 'month',
      status: { type: 'past_due', at: '2026-01-01T00:00:00Z', deactivationAt: '2126-12-20T12:00:00Z' },
      isPastDue: true,
    },
  }
  server.use(...portal([both]))
  renderPortal('/billing')
  expect(await screen.findByText('December 20, 2126')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Acme' }))
  expect(await screen.findByRole('menuitem', { name: 'Resume subscription' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Cancel subscription' })).not.toBeInTheDocument()
})

test('canceling what is not paid promises no date', async () => {
  const owing: License = { ...pastDue, billing: { ...pastDue.billing, nextPayment: '2126-12-20T12:00:00Z' } as never }
  server.use(...portal([owing]))
  renderPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Acme' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel subscription' }))
  expect(await screen.findByRole('dialog')).not.toHaveTextContent('2126')
})

test('an unpaid subscription is paid, not bought again, also when its grace is over', () => {
  const late = { ...pastDue, validTo: '2026-11-01T00:00:00Z', isOver: true }
  expect(stateOf(late)).toBe('pastDue')
  expect(isInForce(late)).toBe(false)
})

test('an unpaid license says how long it works', async () => {
  server.use(...portal([{ ...pastDue, validTo: '2126-12-04T00:00:00Z' }]))
  renderPortal('/billing')
  expect(await screen.findByText('Works until')).toBeVisible()
  expect(screen.getByText('December 4, 2126')).toBeVisible()
})

test('a fingerprint that looks like a number is still one', async () => {
  server.use(...portal([{ ...pastDue, fingerprint: '12345678901234567890123456789012' }]))
  server.use(
    http.get('*/api/v1/licenses/:id/update-payment-method', () => new HttpResponse('No subscription', { status: 409 })),
  )
  renderPortal('/billing/update-payment?fingerprint=12345678901234567890123456789012')
  expect(await screen.findByText('This license has no active subscription')).toBeVisible()
})

test('what fails comes first, and the license that is shown is one in force', () => {
  expect(findMostUrgent([canceled, paid, pastDue, trial])).toBe(pastDue)
  expect(findMostUrgent([canceled, paid])).toBe(paid)
  expect(findMostUrgent([{ ...trial, isOver: true }, paid])).toBe(paid)
  expect(findLargest([{ ...canceled, maxSeats: 50 }, trial])).toBe(trial)
  expect(findLargest([trial, { ...paid, maxSeats: 6 }])?.fingerprint).toBe('f2')
  expect(findLargest([canceled])).toBe(canceled)
})

test('a period without a name of ours is told in plain words', async () => {
  server.use(...portal([{ ...paid, billing: { ...paid.billing, cycle: 'quarter' } as License['billing'] }]))
  renderPortal('/billing')
  const card = await screen.findByRole('article', { name: 'Acme' })
  expect(card).toHaveTextContent('At regular intervals')
  await waitFor(() => expect(card).toHaveTextContent('$150.00 per billing period'))
  expect(card).not.toHaveTextContent(/cycle|quarter/)
})

test('a paid license shows seats, period and next payment; its key only when asked for', async () => {
  const revealed = vi.fn(() => HttpResponse.json({ key: 'GH-SECRET-KEY' }))
  server.use(...portal([paid]), http.post('*/api/v1/licenses/:id/key', revealed))
  renderPortal('/billing')
  const card = await screen.findByRole('article', { name: 'Acme' })
  expect(card).toHaveTextContent('2 of 5 in use')
  expect(card).toHaveTextContent('3 seats left')
  expect(card).toHaveTextContent('Monthly')
  await waitFor(() => expect(card).toHaveTextContent('$150.00 on December 20, 2126'))
  expect(card).toHaveTextContent('$150.00 per month')
  expect(revealed).not.toHaveBeenCalled()
  expect(card).not.toHaveTextContent('GH-SECRET-KEY')
  await userEvent.click(within(card).getByRole('button', { name: 'Show key' }))
  await waitFor(() => expect(card).toHaveTextContent('GH-SECRET-KEY'))
  await userEvent.click(within(card).getByRole('button', { name: 'Hide key' }))
  expect(card).not.toHaveTextContent('GH-SECRET-KEY')
  expect(within(card).queryByRole('link', { name: 'Buy seats' })).not.toBeInTheDocument()
})

test('a trial can be purchased with permission', async () => {
  renderPortal('/billing')
  expect(await screen.findByRole('link', { name: 'Buy seats' })).toHaveAttribute('href', '/billing/edit/f1')
})

test('readers see licenses without actions', async () => {
  server.use(...portal([trial], [{ key: 'licensing.read.licenses' }]))
  renderPortal('/billing')
  expect(await screen.findByRole('article')).toHaveTextContent('14 days left')
  expect(screen.queryByRole('link', { name: 'Buy seats' })).not.toBeInTheDocument()
})

test('a running subscription is changed, not bought again', async () => {
  server.use(...portal([ending]))
  const { history } = renderPortal('/billing/edit/f2')
  await screen.findByRole('article')
  expect(history.location.pathname).toBe('/billing')
})

test('canceling says until when seats work, and the license shows its end', async () => {
  server.use(
    ...portal([paid]),
    http.post('*/api/v1/licenses/:id/cancel', () => HttpResponse.json(ending)),
  )
  renderPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Acme' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel subscription' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('All 5 seats work until December 20, 2126')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  expect(await screen.findByText('Ends soon')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Resume subscription' })).toBeVisible()
})

test('who has not shown lately who they are is asked to before a subscription ends', async () => {
  const headers = { 'error-code': 'access.recent_sign_in_needed' }
  server.use(...portal([paid]))
  server.use(
    http.post('*/api/v1/licenses/:id/cancel', () => new HttpResponse('Sign in again', { status: 403, headers })),
  )
  renderPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Acme' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel subscription' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  const proof = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  expect(proof).toHaveTextContent('Without the subscription, your tools stop working')
  expect(screen.queryByText('Ends soon')).not.toBeInTheDocument()
})

test('a refused cancellation keeps the dialog and says why', async () => {
  server.use(
    ...portal([paid]),
    http.post('*/api/v1/licenses/:id/cancel', () => new HttpResponse('The renewal is under way', { status: 409 })),
  )
  renderPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Acme' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Cancel subscription' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel subscription' }))
  expect(await within(dialog).findByText(/The renewal is under way/)).toBeVisible()
})

test('a scheduled end is taken back', async () => {
  server.use(
    ...portal([ending]),
    http.post('*/api/v1/licenses/:id/resume', () => HttpResponse.json(paid)),
  )
  renderPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'Resume subscription' }))
  expect(await screen.findByText('Paid')).toBeVisible()
})

test('no license yet says where one appears', async () => {
  server.use(...portal([]))
  renderPortal('/billing')
  expect(await screen.findByText('No licenses yet')).toBeVisible()
})
