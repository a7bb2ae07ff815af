import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { contacts, READ_ONLY, renderConsole } from '../testing'
import type { Erasure, VendorUser } from '../wire'

const server = cannedServer(...boot({}))
const ID = '00000000-0000-4000-8000-000000000001'
const USERS = '*/identity/resources/vendor-only/users/v1'
const AT = '2026-01-01T00:00:00.000Z'

const ADA: VendorUser = {
  id: ID,
  sub: ID,
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
  tenantIds: [],
  tenants: [],
  roles: [],
  permissions: [],
  subAccountAccessAllowed: false,
}

const begun: Erasure = {
  id: ID,
  pseudonym: 'erased person 3f2a91bc',
  reason: 'By letter',
  askedBy: 'grace@gatehouse.test',
  askedAt: AT,
  entries: 0,
}

/** Serves Ada and the list of erasures. Returns the requests. */
function withAda(facts: Partial<VendorUser> = {}, erasures: Erasure[] = []) {
  let person = { ...ADA, ...facts }
  const asked: unknown[] = []
  server.use(
    ...contacts(),
    http.get('*/users/v1/query/phrase', () =>
      HttpResponse.json({ items: [person], _metadata: { totalItems: 1, totalPages: 1 } }),
    ),
    http.get(`${USERS}/erasures`, () => HttpResponse.json({ items: erasures, total: erasures.length })),
    http.get(`${USERS}/:id`, () => HttpResponse.json(person)),
    http.get(`${USERS}/:id/sessions`, () => HttpResponse.json([])),
    http.get(`${USERS}/:id/factors`, () => HttpResponse.json([])),
    http.get(`${USERS}/:id/identities`, () => HttpResponse.json([])),
    http.post(`${USERS}/:id/erase`, async ({ request }) => {
      asked.push(await request.json())
      if (person.email === 'staff@acme.test') return refusal(409, 'users.is_staff', 'Remove this user from staff first')
      person = { ...person, name: begun.pseudonym, email: 'x@erased.invalid', isLocked: true, erasingSince: AT }
      erasures.unshift(begun)
      return HttpResponse.json(begun, { status: 202 })
    }),
  )
  return asked
}

async function choose(action: string) {
  const drawer = await screen.findByRole('dialog', { name: 'Ada' })
  const direct = within(drawer).queryByRole('button', { name: action })
  if (direct) return userEvent.click(direct)
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

async function fill(address: string, reason: string) {
  const dialog = await screen.findByRole('dialog', { name: 'Erase all data for Ada?' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: /to confirm/ }), address)
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Reason' }), reason)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase permanently' }))
  return dialog
}

test('a user is erased after typing the email address and a reason, and is shown as being erased', async () => {
  const asked = withAda()
  renderConsole(`/people/${ID}`, { server })
  await choose('Erase user data')
  const dialog = await fill('bob@acme.test', 'x')
  expect(await within(dialog).findByText('The email address does not match')).toBeVisible()
  expect(within(dialog).getByText('Enter a reason of at least 3 characters')).toBeVisible()
  expect(asked).toEqual([])
  const [address, reason] = within(dialog).getAllByRole('textbox')
  if (!address || !reason) throw new Error('two fields are expected')
  await userEvent.clear(address)
  await userEvent.clear(reason)
  await fill('Ada@acme.test', 'By letter')
  expect(await screen.findByText(/is now called erased person 3f2a91bc/)).toBeVisible()
  expect(asked).toEqual([{ reason: 'By letter' }])
  const drawer = await screen.findByRole('dialog', { name: 'erased person 3f2a91bc' })
  expect(await within(drawer).findByText('Being erased')).toBeVisible()
  expect(within(drawer).queryByText('x@erased.invalid')).toBeNull()
  expect(within(drawer).queryByRole('button', { name: 'Change email address' })).toBeNull()
})

test('one of the staff stays, and the dialog says why', async () => {
  withAda({ email: 'staff@acme.test' })
  renderConsole(`/people/${ID}`, { server })
  await choose('Erase user data')
  const dialog = await fill('staff@acme.test', 'By letter')
  expect(await within(dialog).findByText('Remove this user from staff first')).toBeVisible()
})

const stale = () => refusal(403, 'access.step_up_needed', 'Confirm your identity')
const question = () => screen.findByRole('dialog', { name: 'Confirm your identity' })

async function answer(verb: string) {
  await userEvent.click(within(await question()).getByRole('button', { name: verb }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your identity' })).toBeNull())
}

test('an old MFA confirmation is requested again', async () => {
  withAda({ mfaEnrolled: true })
  server.use(
    http.post(`${USERS}/:id/mfa/unenroll`, stale),
    http.post('*/users/v1/:id/links/generate-password-reset-token', stale),
    http.put('*/users/v1/:id/email', stale),
  )
  renderConsole(`/people/${ID}`, { server })
  const confirm = async (title: string, verb: string) => {
    const dialog = await screen.findByRole('dialog', { name: title })
    await userEvent.click(within(dialog).getByRole('button', { name: verb }))
  }
  await choose('Reset MFA')
  await confirm('Reset MFA for Ada?', 'Reset MFA')
  await answer('Cancel')
  await choose('Create password reset link')
  await confirm('Create a password reset link for Ada?', 'Create link')
  await answer('Cancel')
  await choose('Change email address')
  await confirm('Change the email address for Ada', 'Change email address')
  await answer('Cancel')
})

test('cancelling the MFA confirmation, or returning from it, restores the input once', async () => {
  const asked = withAda()
  server.use(http.post(`${USERS}/:id/erase`, stale, { once: true }))
  const before = renderConsole(`/people/${ID}`, { server })
  await choose('Erase user data')
  const dialog = await fill('ada@acme.test', 'By letter')
  await answer('Cancel')
  expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('By letter')
  server.use(http.post(`${USERS}/:id/erase`, stale, { once: true }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase permanently' }))
  await answer('Continue')
  await waitFor(() => expect(before.browser.visited).toEqual(['/account/step-up?maxAge=900']))
  // Nothing is unsaved, so the browser does not ask.
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
  before.unmount()

  const back = renderConsole(`/people/${ID}`, { server, tab: before.tab })
  const again = await screen.findByRole('dialog', { name: 'Erase all data for Ada?' })
  expect(screen.getByRole('dialog', { name: 'Ada' })).toContainElement(again)
  expect(within(again).getByRole('textbox', { name: /to confirm/ })).toHaveValue('ada@acme.test')
  expect(within(again).getByRole('textbox', { name: 'Reason' })).toHaveValue('By letter')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await userEvent.click(within(again).getByRole('button', { name: 'Erase permanently' }))
  expect(await screen.findByText(/is now called erased person 3f2a91bc/)).toBeVisible()
  expect(asked).toEqual([{ reason: 'By letter' }])
  back.unmount()

  renderConsole(`/people/${ID}`, { server, tab: before.tab })
  expect(await screen.findByRole('dialog', { name: 'erased person 3f2a91bc' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: /^Erase/ })).toBeNull()
})

test('a read-only role exports user data and cannot erase it', async () => {
  withAda()
  server.use(http.get(`${USERS}/:id/export`, () => HttpResponse.text('{"table":"users"}\n')))
  URL.createObjectURL = vi.fn(() => 'blob:file')
  URL.revokeObjectURL = vi.fn()
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  renderConsole(`/people/${ID}`, { permissions: READ_ONLY, server })
  const drawer = await screen.findByRole('dialog', { name: 'Ada' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Export data' }))
  expect(await screen.findByText(/Data for Ada/)).toBeVisible()
  expect(saved).toHaveBeenCalledTimes(1)
  expect(within(drawer).queryByRole('button', { name: 'Erase user data' })).toBeNull()
  saved.mockRestore()
})

test('erased users are listed by pseudonym only', async () => {
  const done = { ...begun, id: 'x', pseudonym: 'erased person 00000001', entries: 12, finishedAt: AT }
  withAda({}, [begun, done])
  renderConsole('/people', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'View erased users' }))
  const list = await screen.findByRole('dialog', { name: 'Erased users' })
  expect(await within(list).findByText('erased person 3f2a91bc')).toBeVisible()
  expect(within(list).getByText('Being erased')).toBeVisible()
  expect(within(list).getByText(/12 audit log entries changed/)).toBeVisible()
  await userEvent.click(within(list).getByText('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
