import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { StaffMember } from '../wire'

const server = cannedServer(...boot({}))
const STAFF = '*/vendor/resources/staff/v1'

const member = (name: string, role: StaffMember['role']): StaffMember => ({
  userId: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  email: `${name.toLowerCase()}@vendor.test`,
  name,
  role,
  createdAt: '2026-01-01T00:00:00Z',
})

/** Serves the staff and applies changes. Removing the last owner is refused. */
function withStaff(...members: StaffMember[]) {
  const asked: unknown[] = []
  const at = (id: unknown) => members.findIndex(({ userId }) => userId === id)
  const lastOwner = (id: unknown) =>
    members[at(id)]?.role === 'owner' && members.filter(({ role }) => role === 'owner').length === 1
  const kept = () =>
    refusal(409, 'staff.last_owner', 'There must be at least one owner. Make another user an owner first.')
  server.use(
    http.get(STAFF, () => HttpResponse.json(members)),
    http.post(STAFF, async ({ request }) => {
      const body = (await request.json()) as StaffMember
      asked.push(['POST', body])
      if (body.email === 'no@one.test') return refusal(404, 'staff.unknown', 'Nobody has an account with this address')
      const added = member('Newcomer', body.role)
      members.push(added)
      return HttpResponse.json(added, { status: 201 })
    }),
    http.patch(`${STAFF}/:id`, async ({ request, params }) => {
      if (lastOwner(params.id)) return kept()
      const { role } = (await request.json()) as StaffMember
      asked.push(['PATCH', params.id, role])
      members[at(params.id)] = { ...(members[at(params.id)] as StaffMember), role }
      return HttpResponse.json(members[at(params.id)])
    }),
    http.delete(`${STAFF}/:id`, ({ params }) => {
      if (lastOwner(params.id)) return kept()
      asked.push(['DELETE', params.id])
      members.splice(at(params.id), 1)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return asked
}

async function choose(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

async function pickRole(dialog: HTMLElement, role: string) {
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Role' }))
  await userEvent.click(await screen.findByRole('option', { name: role }))
}

test('a staff member is added by email with a role; an unknown email is reported at its field', async () => {
  const asked = withStaff(member('Olga', 'owner'))
  renderConsole('/staff', { server })
  expect(await screen.findByText('olga@vendor.test')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add staff member' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add staff member' })
  await userEvent.type(within(dialog).getByLabelText('Email'), 'no@one.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add staff member' }))
  expect(await within(dialog).findByText('Nobody has an account with this address')).toBeVisible()
  await userEvent.clear(within(dialog).getByLabelText('Email'))
  await userEvent.type(within(dialog).getByLabelText('Email'), 'newcomer@vendor.test')
  await pickRole(dialog, 'Finance')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add staff member' }))
  expect(await screen.findByText('newcomer@vendor.test added to staff')).toBeVisible()
  expect(asked.at(-1)).toEqual(['POST', { email: 'newcomer@vendor.test', role: 'finance' }])
})

test('the last owner cannot be removed, and the reason is shown', async () => {
  withStaff(member('Olga', 'owner'), member('Sam', 'support'))
  renderConsole('/staff', { server })
  await choose('Olga', 'Change role')
  const dialog = await screen.findByRole('dialog', { name: 'Change the role for Olga' })
  await pickRole(dialog, 'Read-only')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await within(dialog).findByText(/There must be at least one owner/)).toBeVisible()
})

test('a member gets another role, and is removed when the name was typed', async () => {
  const sam = member('Sam', 'support')
  const asked = withStaff(member('Olga', 'owner'), sam)
  renderConsole('/staff', { server })
  await choose('Sam', 'Change role')
  const dialog = await screen.findByRole('dialog', { name: 'Change the role for Sam' })
  await pickRole(dialog, 'Read-only')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Role for Sam changed')).toBeVisible()
  expect(asked).toContainEqual(['PATCH', sam.userId, 'read-only'])

  await choose('Sam', 'Remove')
  const question = await screen.findByRole('dialog', { name: 'Remove Sam?' })
  expect(within(question).getByRole('button', { name: 'Remove Sam' })).toBeDisabled()
  await userEvent.type(within(question).getByRole('textbox'), 'Sam')
  await userEvent.click(within(question).getByRole('button', { name: 'Remove Sam' }))
  expect(await screen.findByText('Sam removed from staff')).toBeVisible()
  expect(asked).toContainEqual(['DELETE', sam.userId])
})

test('a concurrent change by another owner is reported and not overwritten unnoticed', async () => {
  const sam = member('Sam', 'support')
  const asked = withStaff(member('Olga', 'owner'), sam)
  renderConsole('/staff', { server })
  await choose('Sam', 'Change role')
  const dialog = await screen.findByRole('dialog', { name: 'Change the role for Sam' })
  await pickRole(dialog, 'Read-only')
  server.use(http.get(STAFF, () => HttpResponse.json([member('Olga', 'owner'), { ...sam, role: 'finance' }])))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await within(dialog).findByText(/Another administrator changed this to “Finance”/)).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Role for Sam changed')).toBeVisible()
  expect(asked).toEqual([['PATCH', sam.userId, 'read-only']])
})

test('a read-only role sees the staff', async () => {
  withStaff(member('Olga', 'owner'))
  renderConsole('/staff', { permissions: READ_ONLY, server })
  expect(await screen.findByText('olga@vendor.test')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add staff member' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Olga' })).toBeNull()
})

test('finance does not find it', async () => {
  withStaff(member('Olga', 'owner'))
  server.use(
    http.get('*/tenants/v2', () => HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } })),
  )
  renderConsole('/tenants', { permissions: ['vendor.read.tenants'], server })
  expect(await screen.findByText('No tenants yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Tenants' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Staff' })).toBeNull()
})

test('staff changes require a recent MFA confirmation, which is requested', async () => {
  const sam = member('Sam', 'support')
  const asked = withStaff(member('Olga', 'owner'), sam)
  const stale = () => refusal(403, 'access.step_up_needed', 'Confirm your identity')
  server.use(
    http.post(STAFF, stale, { once: true }),
    http.patch(`${STAFF}/:id`, stale, { once: true }),
    http.delete(`${STAFF}/:id`, stale, { once: true }),
  )
  async function isAskedFor() {
    const step = await screen.findByRole('dialog', { name: 'Confirm your identity' })
    await userEvent.click(within(step).getByRole('button', { name: 'Cancel' }))
  }
  renderConsole('/staff', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Add staff member' }))
  const adding = await screen.findByRole('dialog', { name: 'Add staff member' })
  await userEvent.type(within(adding).getByLabelText('Email'), 'newcomer@vendor.test')
  await userEvent.click(within(adding).getByRole('button', { name: 'Add staff member' }))
  await isAskedFor()
  expect(asked).toEqual([])
  await userEvent.click(within(adding).getByRole('button', { name: 'Add staff member' }))
  expect(await screen.findByText('newcomer@vendor.test added to staff')).toBeVisible()

  await choose('Sam', 'Change role')
  const changing = await screen.findByRole('dialog', { name: 'Change the role for Sam' })
  await pickRole(changing, 'Read-only')
  await userEvent.click(within(changing).getByRole('button', { name: 'Change role' }))
  await isAskedFor()
  await userEvent.click(within(changing).getByRole('button', { name: 'Change role' }))
  expect(await screen.findByText('Role for Sam changed')).toBeVisible()

  await choose('Sam', 'Remove')
  const removing = await screen.findByRole('dialog', { name: 'Remove Sam?' })
  await userEvent.type(within(removing).getByRole('textbox'), 'Sam')
  await userEvent.click(within(removing).getByRole('button', { name: 'Remove Sam' }))
  await isAskedFor()
  expect(within(removing).getByRole('textbox')).toHaveValue('Sam')
  await userEvent.click(within(removing).getByRole('button', { name: 'Remove Sam' }))
  expect(await screen.findByText('Sam removed from staff')).toBeVisible()
  expect(asked.map((one) => (one as unknown[])[0])).toEqual(['POST', 'PATCH', 'DELETE'])
})
