import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { readText } from '../shared/read-text'
import { READ_ONLY, renderConsole, VENDOR_TOKEN } from '../testing'
import type { Tenant } from '../wire'

const server = cannedServer(...boot({}))
const AT = '2026-01-01T00:00:00.000Z'

const tenant = (name: string, facts: Partial<Tenant> = {}): Tenant => ({
  id: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  tenantId: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  vendorId: '00000000-0000-4000-8000-000000000000',
  name,
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...facts,
})

/** The server's tenants, which calls change; what was asked, and under which token, is the answer. */
function withTenants(...tenants: Tenant[]) {
  const asked: unknown[] = []
  const at = (id: unknown) => tenants.findIndex((found) => found.id === id)
  server.use(
    http.get('*/tenants/v2', ({ request }) => {
      asked.push(['GET', request.headers.get('x-access-token')])
      return HttpResponse.json({ items: tenants, _metadata: { totalItems: tenants.length, totalPages: 1 } })
    }),
    http.get('*/tenants/v2/:id', ({ params }) => HttpResponse.json(tenants[at(params.id)])),
    http.post('*/tenants/v1', async ({ request }) => {
      const body = (await request.json()) as Tenant
      asked.push(['POST', body])
      tenants.push(tenant(body.name))
      return HttpResponse.json(tenant(body.name), { status: 201 })
    }),
    http.put('*/tenants/v2/:id', async ({ request, params }) => {
      const body = (await request.json()) as Tenant
      asked.push(['PUT', body])
      const changed = { ...tenants[at(params.id)], ...body } as Tenant
      tenants[at(params.id)] = changed
      return HttpResponse.json(changed)
    }),
    ...nothingBesides(),
    http.get('*/tenants/v1/:id/deletion', () => HttpResponse.json({ graceDays: 30, eraseAt: AT, accountsBelow: 0 })),
    http.delete('*/tenants/v1/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      tenants.splice(at(params.id), 1)
      return new HttpResponse(null, { status: 200 })
    }),
  )
  return asked
}

/** A tenant that has nothing but its row. */
const nothingBesides = () => [
  http.get('*/users/v1/query/phrase', () =>
    HttpResponse.json({ items: [], _metadata: { totalItems: 1234, totalPages: 1234 } }),
  ),
  http.get('*/entitlements/v2', () => HttpResponse.json({ items: [], hasNext: false })),
  http.get('*/tenant-assignments/v2', () => HttpResponse.json([])),
  http.get('*/applications/v1', () => HttpResponse.json([])),
  http.get('*/licenses/v1', () => HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } })),
  http.get('*/tenants/v1/:id/bills', () => HttpResponse.json({ bills: [] })),
  http.get('*/tenants/v1/:id/connections', () => HttpResponse.json({ sso: [], directories: [] })),
]

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
  expect(await screen.findByText('Initech is created')).toBeVisible()
  expect(asked).toContainEqual(['POST', { name: 'Initech', website: '' }])
})

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
  expect(await screen.findByText('Acme Ltd is changed')).toBeVisible()
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
  expect(await screen.findByText('Everything of Acme is in the file')).toBeVisible()
  const file = vi.mocked(URL.createObjectURL).mock.calls[0]?.[0] as File
  expect(await readText(file)).toBe('{"table":"tenants"}\n')
  expect(saved).toHaveBeenCalledTimes(1)
  saved.mockRestore()
})

const BILLS = [
  { id: 'txn_3', status: 'completed', total: 21000, currencyCode: 'USD', billedAt: AT, number: '74-3', refunded: 700 },
  { id: 'txn_2', status: 'completed', total: 9000, currencyCode: 'USD', billedAt: AT, number: '74-2', disputed: 9000 },
  { id: 'txn_1', status: 'billed', total: 4200, currencyCode: 'EUR', billedAt: AT },
]

test('who keeps the books reads what a tenant was billed, and loads an invoice', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const asked: unknown[] = []
  server.use(
    http.get('*/tenants/v1/:id/bills', () => HttpResponse.json({ bills: BILLS })),
    http.get('*/tenants/v1/:id/bills/:bill/invoice', ({ params }) => {
      asked.push([params.id, params.bill])
      return asked.length > 1
        ? refusal(404, 'billing.invoice_missing', 'There is no invoice for this bill')
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
  expect(within(bills).getByText('Not numbered yet')).toBeVisible()
  expect(within(bills).getAllByText('Jan 1, 2026 (UTC)')).toHaveLength(3)
  expect(within(bills).getAllByRole('button')).toHaveLength(2)

  const download = within(bills).getByRole('button', { name: 'Download invoice 74-3' })
  await user.click(download)
  await waitFor(() => expect(followed).toEqual(['https://provider.test/74-3.pdf']))
  expect(asked).toEqual([[acme.id, 'txn_3']])
  await user.click(download)
  expect(await screen.findByText('There is no invoice for this bill')).toBeVisible()
  click.mockRestore()
})

test('who reads everything else sees no bills', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  renderConsole(`/tenants/${acme.id}`, { permissions: READ_ONLY, server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByRole('region', { name: 'Licenses' })).toBeVisible()
  expect(within(drawer).queryByRole('region', { name: 'Invoices' })).toBeNull()
})

test('who may only read changes nothing', async () => {
  withTenants(tenant('Initrode'))
  renderConsole('/tenants', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Initrode')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create tenant' })).toBeNull()
})

const PLAN = {
  id: '00000000-0000-4000-8000-0000000000f1',
  vendorId: '00000000-0000-4000-8000-000000000000',
  name: 'Team',
  key: 'team',
  description: '',
  metadata: {},
  defaultTreatment: 'false',
  assignOnSignup: false,
  licenseTypes: [],
  rules: [],
  featureKeys: [],
  createdAt: AT,
  updatedAt: AT,
} as const

test('the details count the people and lead to them', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  renderConsole(`/tenants/${acme.id}`, { server })
  const link = await screen.findByRole('link', { name: '1,234 people' })
  expect(link).toHaveAttribute('href', expect.stringContaining(`tenant=${acme.id}`))
})

test('a plan is given until a day, and taken away again', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const given: object[] = []
  const asked: unknown[] = []
  server.use(
    http.get('*/entitlements/v2', () => HttpResponse.json({ items: given, hasNext: false })),
    http.get('*/plans/v1', () => HttpResponse.json({ items: [PLAN], hasNext: false })),
    http.post('*/entitlements/v2', async ({ request }) => {
      const body = (await request.json()) as { expirationDate: string }
      asked.push(body)
      given.push({ id: PLAN.id, planId: PLAN.id, tenantId: acme.id, createdAt: AT, updatedAt: AT, plan: PLAN, ...body })
      return HttpResponse.json(given[0])
    }),
    http.delete('*/entitlements/v2/:id', ({ params }) => {
      asked.push(params.id)
      given.pop()
      return HttpResponse.json(null)
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByText('No plan')).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Give plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Give Acme a plan' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Plan' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Team' }))
  const end = within(dialog).getByLabelText(/Ends on/)
  await userEvent.type(end, '2020-05-05')
  const passed = 'This day has passed. Saved like this, it is over at once.'
  expect(await within(dialog).findByText(passed)).toBeVisible()
  await userEvent.clear(end)
  await userEvent.type(end, '2027-03-31')
  expect(within(dialog).queryByText(passed)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Give plan' }))
  expect(await within(drawer).findByText('until Mar 31, 2027 (UTC)')).toBeVisible()
  const expirationDate = '2027-03-31T23:59:59.000Z'
  expect(asked).toEqual([{ planId: PLAN.id, tenantId: acme.id, expirationDate }])

  await userEvent.click(within(drawer).getByRole('button', { name: 'Take Team away' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Take Team away' }))
  const question = await screen.findByRole('dialog', { name: 'Take Team away from Acme?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Take Team away' }))
  expect(await within(drawer).findByText('No plan')).toBeVisible()
  expect(asked.at(-1)).toBe(PLAN.id)
})

test('metadata are shown, added as JSON, and removed by key', async () => {
  const acme = tenant('Acme', { metadata: '{"segment":"enterprise"}' })
  withTenants(acme)
  const asked: unknown[] = []
  server.use(
    http.post('*/tenants/v1/:id/metadata', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(acme, { status: 201 })
    }),
    http.delete('*/tenants/v1/:id/metadata/:key', ({ params }) => {
      asked.push(params.key)
      return HttpResponse.json(acme)
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByText('enterprise')).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Add entry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add metadata to Acme' })
  await userEvent.type(within(dialog).getByLabelText('Key'), 'seats')
  await userEvent.type(within(dialog).getByLabelText('Value'), '12')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  expect(await screen.findByText('seats is set')).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Remove segment' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove segment' }))
  const question = await screen.findByRole('dialog', { name: 'Remove segment?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Remove segment' }))
  await waitFor(() => expect(asked).toEqual([{ metadata: { seats: 12 } }, 'segment']))
})

test.each([
  ['never comes', () => HttpResponse.error(), /cannot be reached/, true],
  ['is a gateway’s', () => new HttpResponse('<html>', { status: 503 }), /difficulties/, true],
  ['is a fault', () => refusal(500, 'unexpected', 'Something went wrong here'), 'Something went wrong here', false],
  ['is to come later', () => refusal(429, 'too_many', 'Too many calls'), 'Too many calls', false],
])(
  'where the answer %s what was typed stays, and the next press makes no second one',
  async (_, lost, said, isSame) => {
    const user = userEvent.setup()
    withTenants(tenant('Acme'))
    const keys: (string | null)[] = []
    server.use(
      http.post('*/tenants/v1', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? lost() : HttpResponse.json(tenant('Hooli'), { status: 201 })
      }),
    )
    renderConsole('/tenants', { server })
    await user.click(await screen.findByRole('button', { name: 'Create tenant' }))
    const dialog = await screen.findByRole('dialog', { name: 'Create tenant' })
    await user.type(within(dialog).getByLabelText('Name'), 'Hooli')
    await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
    expect(await within(dialog).findByText(said)).toBeVisible()
    expect(within(dialog).getByLabelText('Name')).toHaveValue('Hooli')
    await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
    expect(await screen.findByText('Hooli is created')).toBeVisible()
    expect(keys).toEqual([expect.any(String), isSame ? keys[0] : expect.any(String)])
    expect(keys[0] === keys[1]).toBe(isSame)
  },
)

test('a key that is there already is asked about before its value goes', async () => {
  const user = userEvent.setup()
  const acme = tenant('Acme', { metadata: '{"segment":"enterprise"}' })
  withTenants(acme)
  const asked: unknown[] = []
  server.use(
    http.post('*/tenants/v1/:id/metadata', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(acme, { status: 201 })
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await user.click(await within(drawer).findByRole('button', { name: 'Add entry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add metadata to Acme' })
  await user.type(within(dialog).getByLabelText('Key'), 'segment')
  await user.type(within(dialog).getByLabelText('Value'), 'small')
  await user.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  expect(await within(dialog).findByText(/This key is there already, with “enterprise”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Add entry' }))
  await waitFor(() => expect(asked).toEqual([{ metadata: { segment: 'small' } }]))
})

test('a tenant is moved below another one', async () => {
  const [acme, globex] = [tenant('Acme'), tenant('Globex')]
  withTenants(acme, globex)
  const asked: unknown[] = []
  server.use(
    http.post('*/hierarchy/v1', async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move Acme' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Below which tenant' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Globex' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('Acme is moved')).toBeVisible()
  expect(asked).toEqual([{ parentTenantId: globex.id, childTenantId: acme.id }])
})

test('the tenant above is called by its name, where it is shown and where it is changed', async () => {
  const user = userEvent.setup()
  const globex = tenant('Globex')
  const acme = tenant('Acme', { parentTenantId: globex.id })
  withTenants(acme, globex)
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByRole('link', { name: 'Globex' })).toBeVisible()
  await user.click(within(drawer).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move Acme' })
  await waitFor(() => expect(within(dialog).getByRole('combobox')).toHaveValue('Globex'))
})

test('a part that does not come leaves the others', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  server.use(http.get('*/entitlements/v2', () => refusal(409, 'conflict', 'Not now')))
  renderConsole(`/tenants/${acme.id}`, { server })
  expect(await screen.findByText('This could not be loaded: Not now')).toBeVisible()
  expect(await screen.findByRole('link', { name: '1,234 people' })).toBeVisible()
})

test('a tenant is suspended when asked, says so, and is resumed', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const asked: string[] = []
  const stand = (verb: string, status: Tenant['status']) =>
    http.post(`*/tenants/v1/:id/${verb}`, () => {
      asked.push(verb)
      Object.assign(acme, { status })
      return HttpResponse.json(acme)
    })
  server.use(stand('suspend', 'suspended'), stand('resume', 'active'))
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
  const question = await screen.findByRole('dialog', { name: 'Suspend Acme?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Suspend tenant' }))
  expect(await screen.findByText('Acme is suspended')).toBeVisible()
  expect(await within(drawer).findByText(/Nobody can sign in here/)).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Resume' }))
  expect(await screen.findByText('Acme is resumed')).toBeVisible()
  await waitFor(() => expect(within(drawer).queryByText(/Nobody can sign in here/)).toBeNull())
  expect(asked).toEqual(['suspend', 'resume'])
})

test('everybody is signed out; a refusal stands in the dialog', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  let isRefused = true
  server.use(
    http.post('*/tenants/v1/:id/end-sessions', () =>
      isRefused ? refusal(409, 'conflict', 'Not now') : HttpResponse.json({ ended: 3 }),
    ),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'End all sessions' }))
  const question = await screen.findByRole('dialog', { name: 'End all sessions of Acme?' })
  await userEvent.click(within(question).getByRole('button', { name: 'End all sessions' }))
  expect(await within(question).findByText('Not now')).toBeVisible()
  isRefused = false
  await userEvent.click(within(question).getByRole('button', { name: 'End all sessions' }))
  expect(await screen.findByText('Everybody in Acme is signed out')).toBeVisible()
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
  expect(await within(drawer).findByText('The DNS record is not found any more: acme.test')).toBeVisible()
  expect(within(drawer).getByText(/The last test failed: Meant for somebody else/)).toBeVisible()
  expect(within(drawer).getByText('Our Okta')).toBeVisible()
  expect(within(drawer).getByText('Off')).toBeVisible()
})

test('somebody is invited with a role; who belongs there already is told at the address', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const asked: unknown[] = []
  let isMember = true
  server.use(
    http.get('*/roles/v1', () =>
      HttpResponse.json([
        {
          id: PLAN.id,
          vendorId: PLAN.vendorId,
          tenantId: null,
          key: 'Admin',
          name: 'Admin',
          description: '',
          level: 0,
          isDefault: false,
          firstUserRole: false,
          permissions: [],
          createdAt: AT,
          updatedAt: AT,
        },
      ]),
    ),
    http.post('*/users/v1', async ({ request }) => {
      asked.push([request.headers.get('frontegg-tenant-id'), await request.json()])
      return isMember
        ? refusal(409, 'memberships.already_member', 'They belong to this account already')
        : new HttpResponse(null, { status: 201 })
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Invite person' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite somebody to Acme' })
  await userEvent.type(within(dialog).getByLabelText('Email'), 'ada@acme.test')
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Admin' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await within(dialog).findByText('They belong to this account already')).toBeVisible()
  isMember = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('ada@acme.test is invited')).toBeVisible()
  expect(asked.at(-1)).toEqual([
    acme.id,
    { email: 'ada@acme.test', provider: 'local', skipInviteEmail: false, roleIds: [PLAN.id] },
  ])
})

test('the audit log of one tenant is kept for less, and as long as everybody’s again', async () => {
  const user = userEvent.setup()
  const acme = tenant('Acme')
  const asked = withTenants(acme)
  let kept: number | null = null
  const shown = () => ({ ...acme, ...(kept && { auditRetentionDays: kept }) })
  server.use(
    http.get('*/tenants/v2/:id', () => HttpResponse.json(shown())),
    http.put('*/tenants/v1/:id/audit-retention', async ({ request }) => {
      const body = (await request.json()) as { days: number | null }
      asked.push(['retention', body])
      if (body.days === 9999)
        return refusal(400, 'audits.retention_too_long', 'No audit is kept for longer than 730 days')
      kept = body.days
      return HttpResponse.json(shown())
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByText('As long as everybody’s')).toBeVisible()

  async function open() {
    await user.click(within(drawer).getByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Change audit retention' }))
    return screen.findByRole('dialog', { name: /How long is the audit log of Acme kept/ })
  }
  async function enter(dialog: HTMLElement, days: string) {
    const field = within(dialog).getByLabelText('Days')
    await user.clear(field)
    if (days) await user.type(field, days)
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  }

  const dialog = await open()
  await enter(dialog, '89')
  expect(await within(dialog).findByText('Enter a whole number, at least 90')).toBeVisible()
  await enter(dialog, '9999')
  expect(await within(dialog).findByText('No audit is kept for longer than 730 days')).toBeVisible()
  await enter(dialog, '365')
  expect(await within(drawer).findByText('365 days')).toBeVisible()
  await enter(await open(), '')
  expect(await within(drawer).findByText('As long as everybody’s')).toBeVisible()
  const sent = [{ days: 9999 }, { days: 365 }, { days: null }].map((body) => ['retention', body])
  expect(asked.filter((one) => Array.isArray(one) && one[0] === 'retention')).toEqual(sent)
})
