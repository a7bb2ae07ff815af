import { cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { billingInformation, paid, portal, renderPortal } from '../testing'

const server = cannedServer(...portal([paid]))

const bills = [
  { id: 'txn_2', status: 'past_due', total: 15000, currencyCode: 'USD', billedAt: '2026-11-20T12:00:00Z' },
  {
    id: 'txn_1',
    number: '1-1',
    status: 'completed',
    total: 1500,
    currencyCode: 'JPY',
    billedAt: '2026-10-20T12:00:00Z',
  },
]
const paymentMethod = { type: 'card', brand: 'visa', last4: '4242', expiryMonth: 3, expiryYear: 2040 }

test('how it is paid, and the bills with their documents', async () => {
  const asked = vi.fn()
  server.use(
    http.get('*/api/v1/paddle/billing-information', () =>
      HttpResponse.json({ ...billingInformation, paymentMethod, bills }),
    ),
    http.get('*/api/v1/paddle/invoices/:id', ({ params }) => {
      asked(params.id)
      return HttpResponse.json({ url: '#invoice' })
    }),
  )
  renderPortal('/billing')
  expect(await screen.findByText('Visa ending in 4242')).toBeVisible()
  expect(screen.getByText('Expires 03/2040')).toBeVisible()
  const [, unpaid, settled] = within(screen.getByRole('table', { name: 'Invoices' })).getAllByRole('row')
  expect(unpaid).toHaveTextContent('Payment failed')
  expect(unpaid).toHaveTextContent('$150.00')
  expect(settled).toHaveTextContent('\u00a51,500')
  await userEvent.click(screen.getByRole('button', { name: 'Download the PDF of invoice 1-1' }))
  await waitFor(() => expect(asked).toHaveBeenCalledWith('txn_1'))
  expect(screen.getAllByRole('button', { name: /Download the PDF of invoice/ })).toHaveLength(1)
})

test('a bill says what was given back of it, and what is disputed', async () => {
  const bill = {
    number: '1-1',
    status: 'completed',
    total: 15000,
    currencyCode: 'USD',
    billedAt: '2026-11-20T12:00:00Z',
  }
  const given = [
    { refunded: 15000 },
    { refunded: 500, credited: 700 },
    { refunded: 500, disputed: 14500 },
    { status: 'billed', credited: 15000 },
    { credited: 700 },
  ]
  server.use(
    http.get('*/api/v1/paddle/billing-information', () =>
      HttpResponse.json({
        ...billingInformation,
        bills: given.map((one, at) => ({ ...bill, id: `txn_${at}`, ...one })),
      }),
    ),
  )
  renderPortal('/billing')
  const rows = within(await screen.findByRole('table', { name: 'Invoices' }))
    .getAllByRole('row')
    .slice(1)
  const said = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(2, 4)
      .map((cell) => cell.textContent),
  )
  expect(said).toEqual([
    ['Refunded', '$150.00$150.00 refunded'],
    ['Partly refunded', '$150.00$5.00 refunded$7.00 credited'],
    ['Disputed', '$150.00$145.00 disputed$5.00 refunded'],
    ['Credited', '$150.00$150.00 credited'],
    ['Paid', '$150.00$7.00 credited'],
  ])
})

test('another billing email waits for its owner', async () => {
  server.use(
    http.patch('*/api/v1/paddle/billing-email', async ({ request }) => {
      const { billingEmail } = (await request.json()) as { billingEmail: string }
      return HttpResponse.json({ billingEmail: 'ada@acme.test', pendingBillingEmail: billingEmail })
    }),
  )
  renderPortal('/billing')
  await userEvent.click(await screen.findByRole('button', { name: 'Change billing email' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('New billing email')
  await userEvent.type(field, 'nobody')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send link' }))
  expect(await within(dialog).findByText(/such as name@company.com/)).toBeVisible()
  await userEvent.type(field, '@acme.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send link' }))
  expect(await screen.findByText(/Open the link in the email to nobody@acme.test/)).toBeVisible()
  expect(screen.getByText('ada@acme.test')).toBeVisible()
})

test('the mailed link asks before it changes anything', async () => {
  const confirmed = vi.fn()
  server.use(
    http.post('*/api/v1/paddle/billing-email/confirm', async ({ request }) => {
      confirmed(await request.json())
      return HttpResponse.json({ billingEmail: 'bills@acme.test' })
    }),
  )
  const { history } = renderPortal('/billing?confirm=abc')
  const dialog = await screen.findByRole('dialog')
  expect(confirmed).not.toHaveBeenCalled()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Confirm billing email' }))
  await waitFor(() => expect(confirmed).toHaveBeenCalledWith({ token: 'abc' }))
  expect(await screen.findByText('Invoices are now sent to bills@acme.test')).toBeVisible()
  await waitFor(() => expect(history.location.search).toBe(''))
})

test('who may not manage billing sees no payment and is asked nothing', async () => {
  server.use(...portal([paid], [{ key: 'licensing.read.licenses' }]))
  renderPortal('/billing?confirm=abc')
  expect(await screen.findByRole('article')).toBeVisible()
  expect(screen.queryByText('Payment and invoices')).not.toBeInTheDocument()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
