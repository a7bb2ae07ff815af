import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, VENDOR_TOKEN } from '../testing'

const server = cannedServer(...boot({}))
const ID = '00000000-0000-4000-8000-00000000000'
const TENANT = `${ID}3`
const AT = '2026-01-01T00:00:00Z'
const HOOK = {
  _id: `${ID}1`,
  displayName: 'Our ERP',
  description: '',
  url: 'https://erp.example.test/hook',
  secret: '••••••••',
  eventKeys: ['frontegg.group.created'],
  isActive: true,
  isOrdered: false,
  invocations: 12,
  createdAt: AT,
  updatedAt: AT,
}
const common = { vendorId: `${ID}0`, createdAt: AT, updatedAt: AT }
const EVENT = {
  ...common,
  id: `${ID}2`,
  key: 'frontegg.group.created',
  displayName: 'Group created',
  description: 'Group created',
  categoryId: `${ID}8`,
}
const DELIVERY = {
  id: `${ID}5`,
  webhookId: HOOK._id,
  tenantId: TENANT,
  vendorId: `${ID}0`,
  eventId: `${ID}6`,
  eventKey: 'frontegg.group.created',
  body: '{"eventKey":"frontegg.group.created"}',
  status: 'dead',
  attempts: 10,
  statusCode: 500,
  answer: 'out of order',
  createdAt: AT,
}

const ACME = {
  ...common,
  id: TENANT,
  tenantId: TENANT,
  name: 'Acme',
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
}

function withHooks(hooks: object[], rows: object[] = [], tenants: object[] = [ACME]) {
  server.use(
    http.get('*/webhook', ({ request }) => {
      // Sent without a tenant header: these webhooks belong to the vendor.
      expect(request.headers.get('x-access-token')).toBe(VENDOR_TOKEN)
      expect(request.headers.has('frontegg-tenant-id')).toBe(false)
      return HttpResponse.json(hooks)
    }),
    http.get('*/event/resources/configurations/v1/categories', () =>
      HttpResponse.json([{ ...common, id: `${ID}8`, name: 'Groups', events: [EVENT] }]),
    ),
    http.get('*/webhook/logs/', () => HttpResponse.json({ count: rows.length, rows })),
    http.get('*/tenants/resources/tenants/v2', () =>
      HttpResponse.json({ items: tenants, _metadata: { totalItems: tenants.length, totalPages: 1 } }),
    ),
  )
}

test('each says where it goes; one that is called nothing by its address', async () => {
  withHooks([HOOK, { ...HOOK, _id: `${ID}9`, displayName: '', url: 'https://other.example.test/hook' }])
  renderConsole('/webhooks', { server })
  const table = await screen.findByRole('table', { name: 'Webhooks' })
  expect(await within(table).findByText('Our ERP')).toBeVisible()
  expect(within(table).getAllByText('https://other.example.test/hook')).toHaveLength(1)
  expect(screen.getByText(/from all tenants/)).toBeVisible()
})

test('a delivery says of which tenant it is, and is sent again', async () => {
  withHooks([HOOK], [DELIVERY])
  const asked: string[] = []
  server.use(
    http.post('*/webhook/logs/:id/retries', ({ params }) => {
      asked.push(String(params.id))
      return HttpResponse.json({ statusCode: 202 })
    }),
  )
  renderConsole(`/webhooks/${HOOK._id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Our ERP' })
  const tenant = await within(drawer).findByRole('link', { name: 'Acme' })
  expect(tenant).toHaveAttribute('href', `/tenants/${TENANT}`)
  await userEvent.click(within(drawer).getByRole('button', { name: 'Resend' }))
  await waitFor(() => expect(asked).toEqual([DELIVERY.id]))
})

test('a deleted tenant is shown as such', async () => {
  withHooks([HOOK], [DELIVERY], [])
  renderConsole(`/webhooks/${HOOK._id}`, { server })
  expect(await screen.findByText('Deleted tenant')).toBeVisible()
})

test('a read-only role changes nothing here', async () => {
  withHooks([HOOK], [DELIVERY])
  renderConsole(`/webhooks/${HOOK._id}`, { permissions: READ_ONLY, server })
  const drawer = await screen.findByRole('dialog', { name: 'Our ERP' })
  expect(await within(drawer).findByText('Failed')).toBeVisible()
  expect(within(drawer).getByRole('switch', { name: 'Send events' })).toBeDisabled()
  for (const name of ['Resend', 'Send test event', 'Edit', 'Delete'])
    expect(within(drawer).queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add webhook', hidden: true })).toBeNull()
})

test('an empty list says what to do, or which role can do it', async () => {
  withHooks([])
  const { unmount } = renderConsole('/webhooks', { server })
  expect(await screen.findByText('No webhooks yet')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Add webhook' })).toHaveLength(2)
  unmount()
  renderConsole('/webhooks', { permissions: READ_ONLY, server })
  expect(await screen.findByText(/Owners can add URLs/)).toBeVisible()
})

test('a list that does not come can be asked for again', async () => {
  server.use(http.get('*/webhook', () => refusal(500, 'internal', 'Something broke')))
  renderConsole('/webhooks', { server })
  expect(await screen.findByRole('button', { name: /try again/i })).toBeVisible()
})
