import { cannedServer } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { config, paid, portal, renderPortal, trial } from '../testing'
import type { License } from './licenses.queries'

// Without a payment provider. The server has no answer for a call of it, so that one would fail the test.
const server = cannedServer()
const over: License = { ...trial, isOver: true, daysLeft: undefined }

function renderIssuedOnly(path: string, licenses: readonly License[]) {
  const handlers = portal(licenses).filter(({ info }) => !String(info.header).includes('/paddle/'))
  server.use(...handlers)
  server.use(http.get('*/api/v1/frontegg', () => HttpResponse.json({ ...config, sellsLicenses: false })))
  return renderPortal(path)
}

test('billing offers nothing to buy, change or pay, and says how to get more', async () => {
  renderIssuedOnly('/billing', [over, paid])
  const [trialCard, paidCard] = await screen.findAllByRole('article')
  if (!trialCard || !paidCard) throw new Error('two licenses are listed')
  expect(within(trialCard).getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact')
  expect(within(paidCard).queryByRole('link', { name: /seats/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /More actions/ })).not.toBeInTheDocument()
  expect(screen.queryByText('Payment and invoices')).not.toBeInTheDocument()
  expect(screen.getByText('Manage your licenses and seats.')).toBeVisible()
})

test('the overview has no payment, and its next steps none that cannot be taken', async () => {
  renderIssuedOnly('/general', [over])
  expect(
    await screen.findByText('Contact us to continue. Your license key and fingerprint stay the same.'),
  ).toBeVisible()
  expect(await screen.findByText(/of 5/)).toBeVisible()
  expect(screen.queryByText('Next payment')).not.toBeInTheDocument()
  expect(screen.queryByText(/payment method/i)).not.toBeInTheDocument()
})

test('the address of a purchase says that licenses are issued', async () => {
  renderIssuedOnly('/billing/edit/f1', [trial])
  expect(await screen.findByText('Purchases are not available')).toBeVisible()
})
