import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Connection } from '../wire'

const server = cannedServer(...boot({}))
const TENANT = '00000000-0000-4000-8000-00000000aaaa'
const BAD: Connection = {
  kind: 'webhook',
  id: 'w1',
  tenantId: TENANT,
  tenantName: 'Acme',
  name: 'To the warehouse',
  enabled: true,
  problem: 'not_answering',
  failingSince: '2026-01-01T00:00:00Z',
  lastFailureAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
}
const SSO: Connection = {
  kind: 'sso',
  id: 's1',
  tenantId: TENANT,
  tenantName: 'Acme',
  name: 'azure',
  enabled: true,
  lastSuccessAt: '2026-01-01T00:00:00Z',
  createdAt: '2026-01-01T00:00:00Z',
}

/** Serves connections. Returns the requests. */
function withConnections(...items: Connection[]) {
  const asked: unknown[] = []
  server.use(
    http.get('*/vendor/resources/connections/v1', ({ request }) => {
      asked.push(Object.fromEntries(new URL(request.url).searchParams))
      return HttpResponse.json({ items, total: items.length })
    }),
  )
  return asked
}

test('each says its tenant, its state and why it fails', async () => {
  withConnections(BAD, SSO)
  renderConsole('/connections', { permissions: READ_ONLY, server })
  const table = await screen.findByRole('table', { name: 'Connections' })
  const bad = await within(table).findByRole('row', { name: /To the warehouse/ })
  expect(within(bad).getByText('Failing')).toBeVisible()
  expect(bad).toHaveTextContent('Not responding, since')
  expect(within(bad).getByRole('link', { name: 'Acme' })).toHaveAttribute('href', expect.stringContaining(TENANT))
  const sso = within(table).getByRole('row', { name: /Microsoft Entra/ })
  expect(within(sso).getByText('Active')).toBeVisible()
})

test('the address narrows and turns pages', async () => {
  const asked = withConnections(BAD)
  renderConsole(`/connections?state=failing&kind=webhook&tenant=${TENANT}&page=3`, { server })
  await waitFor(() =>
    expect(asked[0]).toEqual({ offset: '40', limit: '20', state: 'failing', kind: 'webhook', tenantId: TENANT }),
  )
})

test('without any it says what comes here', async () => {
  withConnections()
  renderConsole('/connections', { server })
  expect(await screen.findByText('No connections yet')).toBeVisible()
})

test("one of your own is no tenant's, and leads to itself", async () => {
  const { tenantId, tenantName, ...own } = BAD
  withConnections(own)
  renderConsole('/connections', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('link', { name: 'Your own webhook' })).toHaveAttribute('href', '/webhooks/w1')
})

test('without read access to events there is no link', async () => {
  const { tenantId, tenantName, ...own } = BAD
  withConnections(own)
  renderConsole('/connections', { permissions: ['vendor.read.tenants'], server })
  expect(await screen.findByText('Your own webhook')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Your own webhook' })).toBeNull()
})
