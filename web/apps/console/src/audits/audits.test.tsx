import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { AuditEntry } from '../wire'

const server = cannedServer(...boot({}))
const TENANT = '00000000-0000-4000-8000-00000000aaaa'

const ENTRY: AuditEntry = {
  _id: '00000000-0000-4000-8000-000000000001',
  createdAt: '2026-03-01T12:30:15.250Z',
  email: 'ada@acme.test',
  user: '00000000-0000-4000-8000-000000000002',
  action: 'role.created',
  description: 'Created the role Analyst',
  ip: '203.0.113.7',
  severity: 'Medium',
  tenantId: TENANT,
  vendorId: '00000000-0000-4000-8000-00000000bbbb',
  actorKind: 'user',
  json: { name: 'Analyst' },
}
const OF_NOBODY: AuditEntry = {
  _id: '00000000-0000-4000-8000-000000000003',
  createdAt: '2026-03-01T12:30:10.000Z',
  email: '',
  action: 'vendor.configuration_changed',
  description: 'The configuration was changed',
  ip: '',
  severity: 'High',
  vendorId: '00000000-0000-4000-8000-00000000bbbb',
  json: {},
}

/** Serves the log. Returns the queries, oldest first. */
function withLog(page: object = {}, chain: object = {}) {
  const asked: URLSearchParams[] = []
  server.use(
    http.get('*/vendor/resources/audits/v1', ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ data: [ENTRY, OF_NOBODY], total: 2, ...page })
    }),
    http.get('*/vendor/resources/audits/v1/chain', () =>
      HttpResponse.json({ sealedUntil: '2026-03-01T12:00:00Z', isBehind: false, ...chain }),
    ),
    http.get('*/tenants/v2', () =>
      HttpResponse.json({
        items: [
          {
            id: TENANT,
            tenantId: TENANT,
            vendorId: TENANT,
            name: 'Acme',
            status: 'active',
            metadata: '{}',
            isReseller: false,
            hasCustomLogin: false,
            createdAt: '2026-01-01T00:00:00Z',
            updatedAt: '2026-01-01T00:00:00Z',
          },
        ],
        _metadata: { totalItems: 1, totalPages: 1 },
      }),
    ),
  )
  return asked
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

test('the log of every tenant is shown, with the tenants by name', async () => {
  const asked = withLog()
  renderConsole('/audits', { server, permissions: READ_ONLY })
  const created = await row('Created the role Analyst')
  expect(await within(created).findByText('Acme')).toBeVisible()
  expect(within(created).getByText('Medium')).toBeVisible()
  const other = await row('The configuration was changed')
  expect(within(other).getByText('No tenant')).toBeVisible()
  expect(within(other).getByText('System')).toBeVisible()
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ offset: '0', count: '20' })
  expect(await screen.findByText(/are sealed/)).toBeVisible()
})

test('search, filters and page live in the address', async () => {
  const asked = withLog({ total: 70 })
  renderConsole(`/audits?page=2&filter=role&severity=High&actorKind=staff&email=ada&tenant=${TENANT}`, { server })
  await row('Created the role Analyst')
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    offset: '20',
    count: '20',
    filter: 'role',
    severity: 'High',
    actorKind: 'staff',
    email: 'ada',
    tenantId: TENANT,
  })
})

test('days are those of UTC, and the last one counts', async () => {
  const asked = withLog()
  renderConsole('/audits?createdAt=2026-03-01..2026-03-05', { server })
  await row('Created the role Analyst')
  expect(asked[0]?.get('created_from')).toBe('2026-03-01T00:00:00.000Z')
  expect(asked[0]?.get('created_to')).toBe('2026-03-06T00:00:00.000Z')
})

test('an entry has its own URL, and links to its user and its tenant', async () => {
  withLog()
  renderConsole(`/audits/${Date.parse(ENTRY.createdAt)}-${ENTRY._id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Created the role Analyst' })
  expect(within(drawer).getByRole('link', { name: 'ada@acme.test' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/people/${ENTRY.user}`),
  )
  expect(drawer).toHaveTextContent('"name": "Analyst"')
})

test('where the search ended is said, and goes on from there', async () => {
  const asked = withLog({ searchedTo: '2026-02-10T12:00:00Z' })
  const { place } = renderConsole('/audits', { server })
  expect(await screen.findByText(/Showing the most recent 10,000 entries/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Search earlier entries' }))
  await waitFor(() => expect(place()).toContain('createdAt=..2026-02-10'))
  await waitFor(() => expect(asked.at(-1)?.has('created_to')).toBe(true))
})

test('a delayed sealing is reported', async () => {
  withLog({}, { isBehind: true })
  renderConsole('/audits', { server })
  expect(await screen.findByText(/Sealing is delayed/)).toBeVisible()
})

test('what is no entry is nowhere', async () => {
  withLog()
  renderConsole('/audits/nothing', { server })
  expect(await screen.findByText('Entry not found')).toBeVisible()
})
