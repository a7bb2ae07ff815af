import { cannedServer } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
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
