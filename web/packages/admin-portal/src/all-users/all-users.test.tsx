import { boot, cannedServer, recorded } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { ADMIN, person, readOnly, renderPortal, role } from '../testing'

const SHOWN = { navigation: { allUsers: { visibility: 'byPermissions' } } }
const server = cannedServer(...boot(SHOWN))

const EUROPE = '11111111-0000-4000-8000-000000000000'
const CREATED = '2025-01-01T00:00:00Z'

let asked: URL[] = []

function withPeople(isReseller = true) {
  const { roles, roleIds, rolesIds, permissions, groups, ...zoe } = person('Zoe Low')
  const there = { isDisabled: false, activated: true, permissions }
  const tenants = [
    { tenantId: 't1', ...there, roles: [role('Viewer')] },
    { tenantId: EUROPE, ...there, roles: [role('Editor'), role('Admin')] },
  ]
  const acme = { ...recorded.tenant('t1', 'Acme'), isReseller }
  server.use(
    http.get('*/users/v3/me/tenants', () => HttpResponse.json({ tenants: [acme], activeTenant: acme })),
    http.get('*/identity/resources/sub-tenants/users/v1', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json({ items: [{ ...zoe, tenants }], _metadata: { totalItems: 1, totalPages: 1 } })
    }),
    http.get('*/tenants/resources/hierarchy/v2/metadata', () => {
      const facts = { isReseller: false, createdAt: CREATED, totalSubTenants: 0, isParent: false }
      return HttpResponse.json([
        { tenantId: 't1', name: 'Acme', ...facts },
        { tenantId: EUROPE, name: 'Acme Europe', ...facts },
      ])
    }),
  )
}

/** `renderPortal` brings a tenant that is no reseller, so that comes last. */
function renderAllUsers(path: string, options: { person?: typeof ADMIN; isReseller?: boolean } = {}) {
  const view = renderPortal(path, { server, person: options.person ?? ADMIN })
  withPeople(options.isReseller)
  return view
}

beforeEach(() => {
  asked = []
})

test('each user is listed once, with their roles in each account', async () => {
  renderAllUsers('/all-users')
  const row = await screen.findByRole('row', { name: /Zoe Low/ })
  expect(within(row).getByText('zoe-low@acme.test')).toBeVisible()
  expect(within(row).getByRole('link', { name: 'Acme Europe' })).toHaveAttribute('href', `/accounts/${EUROPE}`)
  expect(within(row).getByText('Editor and Admin')).toBeVisible()
  expect(within(row).getByText('Viewer')).toBeVisible()
})

test('the list opens with twenty by name, from the end, and nothing searched for', async () => {
  renderAllUsers('/all-users')
  await screen.findByRole('row', { name: /Zoe Low/ })
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    _offset: '0',
    _limit: '20',
    _sortBy: 'name',
    _order: 'DESC',
  })
})

test('a search and another order are asked of the server', async () => {
  renderAllUsers('/all-users?filter=zoe&sort=lastLogin&order=asc')
  await screen.findByRole('row', { name: /Zoe Low/ })
  const query = asked[0]?.searchParams
  expect([query?.get('_filter'), query?.get('_sortBy'), query?.get('_order')]).toEqual(['zoe', 'lastLogin', 'ASC'])
  await userEvent.clear(screen.getByRole('searchbox'))
  expect(await screen.findByRole('row', { name: /Zoe Low/ })).toBeVisible()
})

test.each([
  ['an account that is no reseller', { isReseller: false }],
  ['whoever may not read people', { person: readOnly('fe.account-hierarchy.read.subAccount') }],
  ['whoever may not see the accounts below', { person: readOnly('fe.secure.read.users') }],
])('%s has no such page', async (_, options) => {
  const { place } = renderAllUsers('/all-users', options)
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(place()).toBe('/profile')
})
