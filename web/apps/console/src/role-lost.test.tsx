import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { OWNER, READ_ONLY, renderConsole, VENDOR_TOKEN } from './testing'
import type { Role } from './wire'

const server = cannedServer(...boot({}))
const ENTRANCE = '*/vendor/resources/staff/v1/token'
const ROLES = '*/identity/resources/roles/v1'

const EDITOR: Role = {
  id: 'r1',
  key: 'Editor',
  name: 'Editor',
  description: '',
  isDefault: false,
  firstUserRole: false,
  level: 10,
  permissions: [],
  vendorId: 'v1',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

const entered = (permissions: readonly string[], token = VENDOR_TOKEN) =>
  http.post(ENTRANCE, () => HttpResponse.json({ token, expiresIn: 900, role: 'owner', permissions }))

async function createsRole(name: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'Create role' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create role' })
  await userEvent.type(within(dialog).getByLabelText('Name'), name)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create role' }))
  return dialog
}

const withRoles = () =>
  server.use(
    http.get(ROLES, () => HttpResponse.json([EDITOR])),
    http.get('*/permissions/v1/categories', () => HttpResponse.json([])),
  )

test('a revoked permission is reported, the input is kept, and only the actions of the new role are offered', async () => {
  withRoles()
  server.use(http.post(ROLES, () => refusal(403, 'access.missing_permission', 'Your role does not permit this')))
  renderConsole('/roles', { permissions: OWNER, server })
  await screen.findByRole('button', { name: 'Create role' })
  server.use(entered(READ_ONLY))
  const dialog = await createsRole('Analyst')
  expect(await within(dialog).findByText('Your role does not permit this')).toBeVisible()
  expect(within(dialog).getByLabelText('Name')).toHaveValue('Analyst')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Create role' })).toBeNull())
})

test('a user who is no longer staff is told so by the next action', async () => {
  withRoles()
  server.use(http.post(ROLES, () => refusal(401, 'token.invalid', 'The session has ended')))
  renderConsole('/roles', { permissions: OWNER, server })
  await screen.findByRole('button', { name: 'Create role' })
  server.use(http.post(ENTRANCE, () => refusal(403, 'staff.not_staff', 'This is for the vendor’s own people')))
  await createsRole('Analyst')
  expect(await screen.findByText('You do not have access to the console')).toBeVisible()
})

test('an expired session is reported in the dialog, not as an unreachable server', async () => {
  withRoles()
  const over = () => refusal(401, 'token.invalid', 'Invalid token specified')
  server.use(http.post(ROLES, over))
  renderConsole('/roles', { permissions: OWNER, server })
  await screen.findByRole('button', { name: 'Create role' })
  server.use(http.post(ENTRANCE, over))
  const dialog = await createsRole('Analyst')
  // The field whose options could not be loaded shows the same text.
  await waitFor(() => expect(within(dialog).getAllByText('Your session has ended. Sign in again.')).not.toHaveLength(0))
  expect(within(dialog).queryByText(/cannot be reached/)).toBeNull()
  expect(within(dialog).getByLabelText('Name')).toHaveValue('Analyst')
})

test('a creation whose response was lost is retried with the same idempotency key', async () => {
  withRoles()
  const keys: (string | null)[] = []
  let isCut = true
  server.use(
    http.post(ROLES, ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return isCut ? HttpResponse.error() : HttpResponse.json([EDITOR], { status: 201 })
    }),
  )
  renderConsole('/roles', { permissions: OWNER, server })
  await screen.findByRole('button', { name: 'Create role' })
  const dialog = await createsRole('Analyst')
  expect(await within(dialog).findByText(/cannot be reached/)).toBeVisible()
  isCut = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create role' }))
  expect(await screen.findByText('Analyst created')).toBeVisible()
  await createsRole('Analyst')
  await waitFor(() => expect(keys).toHaveLength(3))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})
