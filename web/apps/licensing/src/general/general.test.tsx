import { cannedServer } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { paid, portal, renderPortal, trial } from '../testing'

const server = cannedServer(...portal())

test('of several licenses, the one that wants attention is named', async () => {
  server.use(...portal([paid, { ...trial, name: 'Labs' }]))
  renderPortal('/general')
  expect(await screen.findByText('Labs: Your trial ends in 14 days')).toBeVisible()
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
  expect(await screen.findByText('All seats are taken')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change seats' })).toHaveAttribute('href', '/billing/edit/f2')
})

test('a license whose grace is over asks for another card, and has no seats to count', async () => {
  const status = { type: 'past_due', at: '2026-01-01T00:00:00Z' }
  const billing = { cycle: 'month', status, isPastDue: true } as const
  server.use(...portal([{ ...paid, validTo: '2026-01-15T00:00:00Z', isOver: true, billing }]))
  renderPortal('/general')
  expect(await screen.findByText(/Your tools have stopped/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Update payment method' })).toBeVisible()
  expect(screen.queryByText('seats left')).not.toBeInTheDocument()
})

test('a scheduled end can be taken back', async () => {
  const status = { type: 'active', deactivationAt: '2126-12-20T12:00:00Z' } as const
  server.use(
    ...portal([{ ...paid, billing: { cycle: 'month', status, isPastDue: false } }]),
    http.post('*/api/v1/licenses/:id/resume', () => HttpResponse.json(paid)),
  )
  renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: 'Resume subscription' }))
  expect(await screen.findByText('Your license is good')).toBeVisible()
})
