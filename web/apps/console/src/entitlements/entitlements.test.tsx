import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { typePartOfDate } from '@gatehouse/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Entitlement, Plan, Tenant } from '../wire'

const server = cannedServer(...boot({}))
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const ACME: Tenant = {
  id: '00000000-0000-4000-8000-000000000001',
  tenantId: '00000000-0000-4000-8000-000000000001',
  vendorId: 'v1',
  name: 'Acme',
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  ...AT,
}
const TEAMS: Plan = {
  id: '00000000-0000-4000-8000-000000000002',
  vendorId: 'v1',
  name: 'Teams',
  key: 'teams',
  description: '',
  metadata: {},
  defaultTreatment: 'false',
  assignOnSignup: false,
  licenseTypes: [],
  rules: [],
  featureKeys: [],
  ...AT,
}
const given = (id: string, facts: Partial<Entitlement> = {}): Entitlement => ({
  id,
  planId: TEAMS.id,
  tenantId: ACME.id,
  plan: TEAMS,
  ...AT,
  ...facts,
})

/** Serves entitlements in pages. Returns the requests. */
function withGiven(...parts: Entitlement[][]) {
  const asked: unknown[] = []
  server.use(
    http.get('*/entitlements/v2', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const part = Number(searchParams.get('offset')) / 25
      if (searchParams.get('tenantIds')) asked.push(['OF', searchParams.get('tenantIds')])
      return HttpResponse.json({ items: parts[part] ?? [], hasNext: part + 1 < parts.length })
    }),
    http.get('*/entitlements/v2/:id', ({ params }) =>
      HttpResponse.json(parts.flat().find(({ id }) => id === params.id)),
    ),
    http.get('*/tenants/v2', () => HttpResponse.json({ items: [ACME], _metadata: { totalItems: 1, totalPages: 1 } })),
    http.get('*/plans/v1', () => HttpResponse.json({ items: [TEAMS], hasNext: false })),
    http.post('*/entitlements/v2', async ({ request }) => {
      asked.push(['POST', await request.json()])
      return HttpResponse.json(given('e9'))
    }),
    http.patch('*/entitlements/v2/:id', async ({ request }) => {
      asked.push(['PATCH', await request.json()])
      return HttpResponse.json(given('e1'))
    }),
    http.delete('*/entitlements/v2/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      return new HttpResponse(null, { status: 200 })
    }),
  )
  return asked
}

test('entitlements are listed in pages and filtered by tenant', async () => {
  const user = userEvent.setup()
  const asked = withGiven([given('e1')], [given('e2', { userId: 'u1' })])
  renderConsole('/entitlements', { server })
  expect(await screen.findByRole('row', { name: /Acme All users Teams Never/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('row', { name: /Acme One user Teams/ })).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  await waitFor(() => expect(asked).toContainEqual(['OF', ACME.id]))
})

test('a tenant is given a plan', async () => {
  const user = userEvent.setup()
  const asked = withGiven([])
  renderConsole('/entitlements', { server })
  expect(await screen.findByText('No entitlements yet')).toBeVisible()
  await user.click(screen.getAllByRole('button', { name: 'Grant plan' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Grant plan' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  await user.click(within(dialog).getByRole('combobox', { name: 'Plan' }))
  await user.click(await screen.findByRole('option', { name: 'Teams' }))
  await user.click(within(dialog).getByRole('button', { name: 'Grant plan' }))
  expect(await screen.findByText('Plan granted')).toBeVisible()
  expect(asked).toEqual([['POST', { tenantId: ACME.id, planId: TEAMS.id }]])
})

test('a user who is not a member of the tenant is reported at the field', async () => {
  const user = userEvent.setup()
  withGiven([])
  server.use(http.post('*/entitlements/v2', () => refusal(404, 'entitlements.holder_not_found', 'Nobody there')))
  renderConsole('/entitlements', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Grant plan' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Grant plan' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  await user.click(within(dialog).getByRole('combobox', { name: 'Plan' }))
  await user.click(await screen.findByRole('option', { name: 'Teams' }))
  await user.type(within(dialog).getByLabelText(/User ID/), ACME.id)
  await user.click(within(dialog).getByRole('button', { name: 'Grant plan' }))
  expect(await within(dialog).findByText('Nobody there')).toBeVisible()
  expect(within(dialog).getByLabelText(/User ID/)).toBeInvalid()
})

test('an empty filter result differs from an empty list', async () => {
  const user = userEvent.setup()
  withGiven([])
  renderConsole('/entitlements', { server })
  expect(await screen.findByText('No entitlements yet')).toBeVisible()
  await user.click(screen.getByRole('combobox', { name: 'Plan' }))
  await user.click(await screen.findByRole('option', { name: 'Teams' }))
  expect(await screen.findByText('No matching entitlements')).toBeVisible()
})

test('an end is taken away, and then the plan', async () => {
  const user = userEvent.setup()
  const asked = withGiven([given('e1', { expirationDate: '2027-01-31T12:00:00Z' })])
  renderConsole('/entitlements', { server })
  const menu = { name: 'Actions for Teams of Acme' }
  await user.click(await screen.findByRole('button', menu))
  await user.click(await screen.findByRole('menuitem', { name: 'Change expiry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change expiry' })
  await user.clear(within(dialog).getByLabelText(/Last day/))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PATCH', { expirationDate: null }]]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', menu))
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke Teams from Acme?' })
  await user.click(within(question).getByRole('button', { name: 'Revoke plan' }))
  await waitFor(() => expect(asked).toContainEqual(['DELETE', 'e1']))
})

test('a concurrent change of the expiry is reported before it is replaced; days are in UTC', async () => {
  const user = userEvent.setup()
  const one = given('e1', { expirationDate: '2127-01-31T23:59:59Z' })
  const asked = withGiven([one])
  renderConsole('/entitlements', { server })
  expect(await screen.findByText('Jan 31, 2127 (UTC)')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Actions for Teams of Acme' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change expiry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change expiry' })
  const field = within(dialog).getByLabelText(/Last day/)
  expect(field).toHaveValue('2127-01-31')
  Object.assign(one, { expirationDate: '2128-01-31T23:59:59Z' })
  fireEvent.change(field, { target: { value: '2126-05-05' } })
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/Another administrator changed this to “2128-01-31”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PATCH', { expirationDate: '2126-05-05T23:59:59.000Z' }]]))
})

test('a read-only role changes nothing', async () => {
  withGiven([given('e1')])
  renderConsole('/entitlements', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('row', { name: /Acme/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Give|Actions/ })).toBeNull()
})

test('an end that no calendar has, or of which a part is typed, is said at its field', async () => {
  const user = userEvent.setup()
  const asked = withGiven([given('e1')])
  renderConsole('/entitlements', { server })
  await user.click(await screen.findByRole('button', { name: 'Actions for Teams of Acme' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change expiry' }))
  const dialog = await screen.findByRole('dialog', { name: 'Change expiry' })
  const field = within(dialog).getByLabelText(/Last day/)
  const wrong = 'Enter a date between the years 2000 and 2999'
  fireEvent.change(field, { target: { value: '12026-05-05' } })
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(wrong)).toBeVisible()

  fireEvent.change(field, { target: { value: '' } })
  await waitFor(() => expect(within(dialog).queryByText(wrong)).toBeNull())
  typePartOfDate(field)
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText('Enter a complete date')).toBeVisible()
  expect(asked).toEqual([])
})

test('a last day in the past shows a warning and can be saved', async () => {
  const user = userEvent.setup()
  const asked = withGiven([given('e1')])
  renderConsole('/entitlements', { server })
  await user.click(await screen.findByRole('button', { name: 'Grant plan' }))
  const give = within(await screen.findByRole('dialog', { name: 'Grant plan' }))
  const passed = 'This date is in the past. If you save it, access ends immediately.'
  fireEvent.change(give.getByLabelText(/Last day/), { target: { value: '2020-05-05' } })
  expect(await give.findByText(passed)).toBeVisible()
  fireEvent.change(give.getByLabelText(/Last day/), { target: { value: new Date().toISOString().slice(0, 10) } })
  await waitFor(() => expect(give.queryByText(passed)).toBeNull())
  fireEvent.change(give.getByLabelText(/Last day/), { target: { value: '' } })
  await user.click(give.getByRole('button', { name: 'Cancel' }))

  await user.click(await screen.findByRole('button', { name: 'Actions for Teams of Acme' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change expiry' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change expiry' }))
  fireEvent.change(dialog.getByLabelText(/Last day/), { target: { value: '2020-05-05' } })
  expect(await dialog.findByText(passed)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PATCH', { expirationDate: '2020-05-05T23:59:59.000Z' }]]))
})

test('plans that did not load are said at their field, and so is that there is none', async () => {
  const user = userEvent.setup()
  withGiven([given('e1')])
  server.use(http.get('*/plans/v1', () => refusal(500, 'server.fault', 'The plans are broken')))
  const { unmount } = renderConsole('/entitlements', { server })
  await user.click(await screen.findByRole('button', { name: 'Grant plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Grant plan' }))
  expect(await dialog.findByText('The plans are broken', {}, { timeout: 6000 })).toBeVisible()
  unmount()

  server.use(http.get('*/plans/v1', () => HttpResponse.json({ items: [], hasNext: false })))
  renderConsole('/entitlements', { server })
  await user.click(await screen.findByRole('button', { name: 'Grant plan' }))
  const again = within(await screen.findByRole('dialog', { name: 'Grant plan' }))
  await user.click(again.getByRole('combobox', { name: 'Plan' }))
  expect(await screen.findByText('No matching plans. Create plans under Plans.')).toBeVisible()
})

test('what narrows the list stands in the address, also when it is found there', async () => {
  const user = userEvent.setup()
  const asked = withGiven([given('e1')])
  const { place } = renderConsole(`/entitlements?tenant=${ACME.id}`, { server })
  expect(await screen.findByRole('row', { name: /Acme/ })).toBeVisible()
  expect(asked).toEqual([['OF', ACME.id]])
  expect(screen.getByRole('combobox', { name: 'Tenant' })).toHaveValue('Acme')
  await user.click(screen.getByRole('combobox', { name: 'Plan' }))
  await user.click(await screen.findByRole('option', { name: 'Teams' }))
  expect(place()).toBe(`/entitlements?tenant=${ACME.id}&plan=${TEAMS.id}`)
})

test('an invalid ID shows nothing and sends no request', async () => {
  const asked = withGiven([given('e1')])
  renderConsole('/entitlements?tenant=everybody', { server })
  expect(await screen.findByText('No matching entitlements')).toBeVisible()
  expect(asked).toEqual([])
})
