import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import { AT, tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

const BILLS = [
  { id: 'txn_3', status: 'completed', total: 21000, currencyCode: 'USD', billedAt: AT, number: '74-3', refunded: 700 },
  { id: 'txn_2', status: 'completed', total: 9000, currencyCode: 'USD', billedAt: AT, number: '74-2', disputed: 9000 },
  { id: 'txn_1', status: 'billed', total: 4200, currencyCode: 'EUR', billedAt: AT },
]

test('finance staff read the invoices of a tenant and download one', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const asked: unknown[] = []
  server.use(
    http.get('*/tenants/v1/:id/bills', () => HttpResponse.json({ bills: BILLS })),
    http.get('*/tenants/v1/:id/bills/:bill/invoice', ({ params }) => {
      asked.push([params.id, params.bill])
      return asked.length > 1
        ? refusal(404, 'billing.invoice_missing', 'This invoice has no PDF')
        : HttpResponse.json({ url: 'https://provider.test/74-3.pdf' })
    }),
  )
  const followed: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    followed.push(this.href)
  })
  const user = userEvent.setup()
  renderConsole(`/tenants/${acme.id}`, { permissions: ['vendor.read.tenants', 'vendor.see.bills'], server })
  const bills = await screen.findByRole('region', { name: 'Invoices' })
  expect(await within(bills).findByText('$210.00')).toBeVisible()
  for (const text of ['74-3', 'Partly refunded', '$7.00 refunded', 'Disputed', '$90.00 disputed', '€42.00', 'Open'])
    expect(within(bills).getByText(text)).toBeVisible()
  expect(within(bills).getByText('No number yet')).toBeVisible()
  expect(within(bills).getAllByText('Jan 1, 2026 (UTC)')).toHaveLength(3)
  expect(within(bills).getAllByRole('button')).toHaveLength(2)

  const download = within(bills).getByRole('button', { name: 'Download the PDF of invoice 74-3' })
  await user.click(download)
  await waitFor(() => expect(followed).toEqual(['https://provider.test/74-3.pdf']))
  expect(asked).toEqual([[acme.id, 'txn_3']])
  await user.click(download)
  expect(await screen.findByText('This invoice has no PDF')).toBeVisible()
  click.mockRestore()
})

test('a role without billing access sees no invoices', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  renderConsole(`/tenants/${acme.id}`, { permissions: READ_ONLY, server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByRole('region', { name: 'Licenses' })).toBeVisible()
  expect(within(drawer).queryByRole('region', { name: 'Invoices' })).toBeNull()
})
