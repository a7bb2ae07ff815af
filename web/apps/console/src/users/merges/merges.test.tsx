import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../../testing'
import type { MergeRequest, VendorUser } from '../../wire'

const server = cannedServer(...boot({}))
const PATH = '*/identity/resources/vendor-only/merge-requests/v1'
const AT = '2026-01-01T00:00:00.000Z'

const person = (id: string, name: string, facts: Partial<VendorUser> = {}): VendorUser => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  sub: id,
  email: `${name.toLowerCase()}@acme.test`,
  name,
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
  tenantId: id,
  tenantIds: [],
  tenants: [],
  roles: [],
  permissions: [],
  subAccountAccessAllowed: false,
  ...facts,
})
const ADA = person('1', 'Ada')
const BOB = person('2', 'Bob')

const request = (id: string, facts: Partial<MergeRequest> = {}): MergeRequest => ({
  id,
  goes: { id: ADA.id, email: ADA.email, name: 'Ada' },
  stays: { id: BOB.id, email: BOB.email, name: 'Bob' },
  reason: 'Ticket 4711',
  requestedBy: 'support@acme.test',
  requestedAt: AT,
  expiresAt: '2026-01-08T00:00:00.000Z',
  state: 'waiting',
  ...facts,
})

/** Serves merge requests and two users. Returns the requests. */
function withRequests(...given: MergeRequest[]) {
  let items = given
  const asked: unknown[] = []
  server.use(
    http.get(PATH, ({ request: { url } }) => {
      asked.push(Object.fromEntries(new URL(url).searchParams))
      return HttpResponse.json({ items, total: items.length })
    }),
    http.post(`${PATH}/:id/withdraw`, ({ params }) => {
      asked.push(['withdraw', params.id])
      items = items.map((one) => ({ ...one, state: 'withdrawn', withdrawnBy: 'me@acme.test' }))
      return HttpResponse.json(items[0])
    }),
    http.get('*/users/v1/query/phrase', ({ request: { url } }) => {
      const phrase = new URL(url).searchParams.get('_phraseSearchContains') ?? ''
      const found = [ADA, BOB].filter(({ name }) => name.toLowerCase().includes(phrase))
      return HttpResponse.json({ items: found, _metadata: { totalItems: found.length, totalPages: 1 } })
    }),
  )
  return asked
}

const row = async (name: string | RegExp) => within((await screen.findByText(name)).closest('tr') as HTMLElement)

async function choose(found: Awaited<ReturnType<typeof row>>, action: string) {
  await userEvent.click(found.getByRole('button', { name: /ctions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('what was asked is listed with its state, and why it ended', async () => {
  withRequests(
    request('r1', { goes: { id: ADA.id, email: ADA.email, name: 'Ada', agreedAt: AT }, state: 'confirmed' }),
    request('r2', { state: 'refused', refusedBy: 'stays', reason: 'Second' }),
    request('r3', { state: 'stopped', problem: 'merges.directory', reason: 'Third' }),
    request('r4', { state: 'done', reason: 'Fourth' }),
    request('r5', { state: 'stopped', problem: 'merges.other', reason: 'Fifth' }),
  )
  renderConsole('/people/merges', { server })
  const first = await row('Ticket 4711')
  expect(first.getByText('Awaiting one confirmation')).toBeVisible()
  expect(first.getByText(/^confirmed/)).toBeVisible()
  expect(first.getByText(/^Expires/)).toBeVisible()
  expect(first.getByText('by support@acme.test')).toBeVisible()
  expect((await row('Second')).getByText('Declined by bob@acme.test')).toBeVisible()
  expect((await row('Third')).getByText('One of the accounts is managed by a directory')).toBeVisible()
  const done = await row('Fourth')
  expect(done.queryByRole('link', { name: 'Ada' })).toBeNull()
  expect(done.getByRole('link', { name: 'Bob' })).toHaveAttribute('href', expect.stringContaining(BOB.id))
  expect(done.queryByRole('button')).toBeNull()
  expect((await row('Fifth')).getByText('merges.other')).toBeVisible()
})

test('the state narrows the list down, in the address', async () => {
  const asked = withRequests()
  renderConsole('/people/merges?state=refused&page=2', { server })
  expect(await screen.findByRole('tab', { name: 'Merge requests', selected: true })).toBeVisible()
  await waitFor(() => expect(asked).toContainEqual({ state: 'refused', offset: '20', limit: '20' }))
})

test('one that waits is withdrawn after a question', async () => {
  const asked = withRequests(request('r1'))
  renderConsole('/people/merges', { server })
  await choose(await row('Ticket 4711'), 'Withdraw')
  const question = within(await screen.findByRole('dialog', { name: 'Withdraw this request?' }))
  expect(question.getByText(/sent to ada@acme\.test and bob@acme\.test stop working/)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Withdraw request' }))
  expect(await screen.findByText('Request withdrawn')).toBeVisible()
  expect(await screen.findByText('by me@acme.test')).toBeVisible()
  expect(asked).toContainEqual(['withdraw', 'r1'])
})

test('a read-only role withdraws nothing, and an empty list says so', async () => {
  withRequests(request('r1'))
  const first = renderConsole('/people/merges', { server, permissions: READ_ONLY })
  expect((await row('Ticket 4711')).queryByRole('button')).toBeNull()
  first.unmount()
  withRequests()
  renderConsole('/people/merges', { server })
  expect(await screen.findByText('No merge requests')).toBeVisible()
})

test('tabs lead from the users to the merge requests and back', async () => {
  withRequests(request('r1'))
  const { place } = renderConsole('/people', { server })
  await userEvent.click(await screen.findByRole('tab', { name: 'Merge requests' }))
  expect(await screen.findByText('Ticket 4711')).toBeVisible()
  expect(place()).toContain('/people/merges')
  await userEvent.click(screen.getByRole('tab', { name: 'All users' }))
  expect(await screen.findByText('ada@acme.test')).toBeVisible()
})

async function fill(reason: string) {
  await choose(await row('ada@acme.test'), 'Merge into another account')
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge Ada into another account?' }))
  expect(dialog.getByText(/The account ada@acme\.test is merged/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Request merge' }))
  expect(await dialog.findByText('Choose the account to keep')).toBeVisible()
  await userEvent.type(dialog.getByRole('combobox', { name: 'Account to keep' }), 'bob')
  await userEvent.click(await screen.findByRole('option', { name: 'Bob (bob@acme.test)' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), reason)
  await userEvent.click(dialog.getByRole('button', { name: 'Request merge' }))
  return dialog
}

test('a user is merged into another one, found by a search', async () => {
  withRequests()
  const bodies: unknown[] = []
  server.use(
    http.post(PATH, async (info) => {
      bodies.push(await info.request.json())
      return HttpResponse.json(request('r1'), { status: 201 })
    }),
  )
  renderConsole('/people', { server })
  await fill('Ticket 4711')
  expect(await screen.findByText('Confirmation requests sent to ada@acme.test and bob@acme.test')).toBeVisible()
  expect(bodies).toEqual([{ goesId: ADA.id, staysId: BOB.id, reason: 'Ticket 4711' }])
})

test('an error is shown, and a recent MFA confirmation is requested if needed', async () => {
  withRequests()
  server.use(http.post(PATH, () => refusal(409, 'merges.directory', 'A company’s directory keeps it')))
  const first = renderConsole('/people', { server })
  const dialog = await fill('Ticket 4711')
  expect(await dialog.findByText('A company’s directory keeps it')).toBeVisible()
  first.unmount()
  server.use(http.post(PATH, () => refusal(403, 'access.step_up_needed', 'Confirm your identity')))
  renderConsole('/people', { server })
  await fill('Ticket 4711')
  expect(await screen.findByRole('dialog', { name: 'Confirm your identity' })).toBeVisible()
})

test('a locked or unverified user cannot be merged', async () => {
  server.use(
    http.get('*/users/v1/query/phrase', () =>
      HttpResponse.json({
        items: [person('1', 'Ada', { isLocked: true }), person('2', 'Bob', { verified: false })],
        _metadata: { totalItems: 2, totalPages: 1 },
      }),
    ),
  )
  renderConsole('/people', { server })
  for (const address of ['ada@acme.test', 'bob@acme.test']) {
    await userEvent.click((await row(address)).getByRole('button', { name: /ctions/ }))
    expect(await screen.findByRole('menuitem', { name: 'Change email address' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Merge into another account' })).toBeNull()
    await userEvent.keyboard('{Escape}')
  }
})
