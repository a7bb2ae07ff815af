import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing'
import type { Tenant, VendorUser } from '../wire'

const server = cannedServer(...boot({}))
const ACME = '00000000-0000-4000-8000-00000000aaaa'
const OTHER = '00000000-0000-4000-8000-00000000bbbb'
const AT = '2026-01-01T00:00:00Z'

const ADA: VendorUser = {
  id: '00000000-0000-4000-8000-000000000001',
  sub: '00000000-0000-4000-8000-000000000001',
  email: 'ada@acme.test',
  name: 'Ada',
  verified: true,
  mfaEnrolled: false,
  mfaBypass: false,
  provider: 'local',
  isLocked: false,
  invisible: false,
  superUser: false,
  metadata: '{}',
  vendorMetadata: '{}',
  createdAt: AT,
  tenantId: ACME,
  tenantIds: [ACME, OTHER],
  tenants: [
    { tenantId: ACME, roles: [], isDisabled: false },
    { tenantId: OTHER, roles: [], isDisabled: false },
  ],
  roles: [],
  permissions: [],
  subAccountAccessAllowed: false,
}

const tenant = (id: string, name: string): Tenant => ({
  id,
  tenantId: id,
  vendorId: id,
  name,
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: AT,
  updatedAt: AT,
})

/** Serves one user of two tenants, the second of which does not allow impersonation. Returns the requests. */
function withPeople() {
  const asked: unknown[] = []
  server.use(
    http.get('*/users/v1/query/phrase', () =>
      HttpResponse.json({ items: [ADA], _metadata: { totalItems: 1, totalPages: 1 } }),
    ),
    http.get('*/tenants/v2', () =>
      HttpResponse.json({
        items: [tenant(ACME, 'Acme'), tenant(OTHER, 'Initech')],
        _metadata: { totalItems: 2, totalPages: 1 },
      }),
    ),
    http.get('*/vendor/resources/impersonation/v1/tenants/:id', ({ params }) =>
      HttpResponse.json({ allowed: params.id === ACME }),
    ),
    http.post('*/vendor/resources/impersonation/v1/actor-tokens', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ actorToken: 'once', expires: AT }, { status: 201 })
    }),
  )
  return asked
}

async function choose(user: ReturnType<typeof userEvent.setup>, row: string, action: string) {
  const found = await screen.findByRole('row', { name: new RegExp(row) })
  await user.click(within(found).getByRole('button', { name: /More actions|Actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('support impersonates a user with a reason, by a link that works once', async () => {
  const user = userEvent.setup()
  const asked = withPeople()
  renderConsole('/people', { server })
  await choose(user, 'Ada', 'Impersonate')
  const dialog = within(await screen.findByRole('dialog', { name: 'Impersonate Ada' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('Enter a reason of at least 3 characters')).toBeVisible()
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Ticket 4711')
  await user.click(dialog.getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Initech' }))
  expect(await dialog.findByText(/Initech does not allow impersonation/)).toBeVisible()
  await user.click(dialog.getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  const ready = within(await screen.findByRole('dialog', { name: 'Open the link within two minutes' }))
  const link = `http://gatehouse.test/account/impersonate?impersonatedUserId=${ADA.id}&actorToken=once`
  expect(ready.getByRole('textbox', { name: 'Link' })).toHaveValue(link)
  expect(ready.getByRole('link', { name: 'Open in this window' })).toHaveAttribute('href', link)
  expect(asked).toEqual([{ tenantId: ACME, impersonatedUserId: ADA.id, reason: 'Ticket 4711' }])
})

test('a user of a tenant is searched and impersonated', async () => {
  const user = userEvent.setup()
  const asked = withPeople()
  renderConsole('/tenants', { server })
  await choose(user, 'Acme', 'Impersonate a user')
  const dialog = within(await screen.findByRole('dialog', { name: 'Impersonate a user of Acme' }))
  await user.click(dialog.getByRole('combobox', { name: 'User' }))
  await user.click(await screen.findByRole('option', { name: 'Ada (ada@acme.test)' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Ticket 4711')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('dialog', { name: 'Open the link within two minutes' })).toBeVisible()
  expect(asked).toEqual([{ tenantId: ACME, impersonatedUserId: ADA.id, reason: 'Ticket 4711' }])
})

test('an error is shown; without a recent MFA confirmation it is requested first', async () => {
  const user = userEvent.setup()
  withPeople()
  const path = '*/vendor/resources/impersonation/v1/actor-tokens'
  server.use(http.post(path, () => refusal(403, 'impersonation.forbidden', 'This account does not allow it')))
  renderConsole('/tenants', { server })
  await choose(user, 'Acme', 'Impersonate a user')
  const dialog = within(await screen.findByRole('dialog', { name: 'Impersonate a user of Acme' }))
  await user.click(dialog.getByRole('combobox', { name: 'User' }))
  await user.click(await screen.findByRole('option', { name: 'Ada (ada@acme.test)' }))
  await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Ticket 4711')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await dialog.findByText('This account does not allow it')).toBeVisible()
  server.use(http.post(path, () => refusal(403, 'access.step_up_needed', 'Confirm your identity')))
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  expect(await screen.findByRole('dialog', { name: /Confirm your identity/ })).toBeVisible()
})

test('without the permission it is not offered', async () => {
  const user = userEvent.setup()
  withPeople()
  renderConsole('/people', { permissions: ['vendor.read.*', 'vendor.write.users'], server })
  const row = await screen.findByRole('row', { name: /Ada/ })
  await user.click(within(row).getByRole('button', { name: /More actions|Actions/ }))
  expect(await screen.findByRole('menuitem', { name: 'Change email address' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Impersonate' })).toBeNull()
})
