import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { readText } from '../shared/read-text'
import { READ_ONLY, renderConsole, VENDOR_TOKEN } from '../testing'
import { AT, tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

test('every tenant is listed, under the vendor token', async () => {
  const asked = withTenants(tenant('Initrode', { isReseller: true }), tenant('Globex', { website: 'globex.test' }))
  renderConsole('/tenants', { server })
  expect(await screen.findByText('Initrode')).toBeVisible()
  expect(screen.getByText('Reseller')).toBeVisible()
  expect(screen.getByText('globex.test')).toBeVisible()
  expect(asked[0]).toEqual(['GET', VENDOR_TOKEN])
})

test('a tenant is made', async () => {
  const user = userEvent.setup()
  const asked = withTenants()
  renderConsole('/tenants', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create tenant' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create tenant' })
  await user.type(within(dialog).getByLabelText('Name'), 'Initech')
  await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
  expect(await screen.findByText('Initech created')).toBeVisible()
  expect(asked).toContainEqual(['POST', { name: 'Initech', website: '' }])
})

test('a tenant gets the ID that was chosen', async () => {
  const user = userEvent.setup()
  const asked = withTenants()
  renderConsole('/tenants', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create tenant' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create tenant' })
  await user.type(within(dialog).getByLabelText('Name'), 'Initech')
  const id = within(dialog).getByLabelText(/^Tenant ID/)
  expect(id).toHaveAccessibleDescription(/It cannot be changed later/)
  await user.type(id, 'a/b')
  await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
  expect(await within(dialog).findByText(/The ID cannot contain/)).toBeVisible()
  expect(asked.some((one) => Array.isArray(one) && one[0] === 'POST')).toBe(false)
  await user.clear(id)
  await user.type(id, 'example-tenant-id')
  await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
  expect(await screen.findByText('Initech created')).toBeVisible()
  expect(asked).toContainEqual(['POST', { name: 'Initech', website: '', tenantId: 'example-tenant-id' }])
})

test.each(['example tenant "1"', '100%', 'a;b&c=d', '$id', 'ü 日本'])(
  'a tenant called %s is opened and changed',
  async (id) => {
    const user = userEvent.setup()
    const odd = tenant('Odd', { id, tenantId: id })
    const asked = withTenants(odd)
    const { place } = renderConsole('/tenants', { server })
    await user.click(await screen.findByText('Odd'))
    const drawer = await screen.findByRole('dialog', { name: 'Odd' })
    expect(within(drawer).getByText(id)).toBeVisible()
    expect(place()).toMatch(/^\/tenants\/[^/]+$/)
    await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
    const edit = await screen.findByRole('dialog', { name: 'Edit Odd' })
    expect(within(edit).queryByLabelText(/^Tenant ID/)).toBeNull()
    await user.type(within(edit).getByLabelText('Name'), ' Ltd')
    await user.click(within(edit).getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Odd Ltd updated')).toBeVisible()
    expect(asked).toContainEqual(['PUT', { name: 'Odd Ltd' }])
  },
)

test('a tenant is renamed, and deleted when its name was typed', async () => {
  const user = userEvent.setup()
  const acme = tenant('Acme')
  const asked = withTenants(acme)
  const { place } = renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const edit = await screen.findByRole('dialog', { name: 'Edit Acme' })
  await user.clear(within(edit).getByLabelText('Name'))
  await user.type(within(edit).getByLabelText('Name'), 'Acme Ltd')
  await user.click(within(edit).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Acme Ltd updated')).toBeVisible()
  expect(asked).toContainEqual(['PUT', { name: 'Acme Ltd' }])

  const changed = await screen.findByRole('dialog', { name: 'Acme Ltd' })
  await user.click(within(changed).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Acme Ltd?' })
  await user.type(within(question).getByRole('textbox'), 'Acme Ltd')
  await user.click(within(question).getByRole('button', { name: 'Delete Acme Ltd' }))
  await waitFor(() => expect(asked).toContainEqual(['DELETE', acme.id]))
  await waitFor(() => expect(place()).toBe('/tenants'))
})

test('everything of a tenant is saved as a file', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  server.use(http.get('*/tenants/v1/:id/export', () => HttpResponse.text('{"table":"tenants"}\n')))
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  renderConsole(`/tenants/${acme.id}`, { permissions: READ_ONLY, server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Export data' }))
  expect(await screen.findByText('Data for Acme downloaded')).toBeVisible()
  const file = vi.mocked(URL.createObjectURL).mock.calls[0]?.[0] as File
  expect(await readText(file)).toBe('{"table":"tenants"}\n')
  expect(saved).toHaveBeenCalledTimes(1)
  saved.mockRestore()
})

test('a read-only role changes nothing', async () => {
  withTenants(tenant('Initrode'))
  renderConsole('/tenants', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Initrode')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create tenant' })).toBeNull()
})

test('a part that does not come leaves the others', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  server.use(http.get('*/entitlements/v2', () => refusal(409, 'conflict', 'Not now')))
  renderConsole(`/tenants/${acme.id}`, { server })
  expect(await screen.findByText('Could not be loaded: Not now')).toBeVisible()
  expect(await screen.findByRole('link', { name: '1,234 users' })).toBeVisible()
})

test('its licenses lead to theirs, and its connections say how they do', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const license = {
    id: acme.id,
    fingerprint: 'a'.repeat(32),
    name: 'Team tools',
    tenantId: acme.id,
    tenantName: 'Acme',
    organizationName: 'Acme',
    licenseType: 'teams',
    isTrial: false,
    source: 'issued',
    state: 'SUSPENDED',
    maxSeats: 5,
    usedSeats: 0,
    createdAt: AT,
  }
  server.use(
    http.get('*/licenses/v1', () =>
      HttpResponse.json({ items: [license], _metadata: { totalItems: 1, totalPages: 1 } }),
    ),
    http.get('*/tenants/v1/:id/bills', () => HttpResponse.json({ bills: [] })),
    http.get('*/tenants/v1/:id/connections', () =>
      HttpResponse.json({
        sso: [
          {
            id: acme.id,
            type: 'saml',
            enabled: true,
            enforced: true,
            domains: ['acme.test'],
            unprovedDomains: [],
            lostDomains: ['acme.test'],
            testedAt: AT,
            testPassed: false,
            testProblem: 'Meant for somebody else',
            createdAt: AT,
          },
        ],
        directories: [{ id: acme.id, name: 'Our Okta', source: 'okta', enabled: false, createdAt: AT }],
      }),
    ),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByRole('link', { name: 'Team tools' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/licenses/all/${license.fingerprint}`),
  )
  expect(await within(drawer).findByText('DNS record not found: acme.test')).toBeVisible()
  expect(within(drawer).getByText(/Last test failed: Meant for somebody else/)).toBeVisible()
  expect(within(drawer).getByText('Our Okta')).toBeVisible()
  expect(within(drawer).getByText('Inactive')).toBeVisible()
})
