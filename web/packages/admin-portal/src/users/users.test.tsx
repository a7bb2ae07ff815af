import { boot, cannedServer, recorded, refusal } from '@gatehouse/sdk/testing'
import { typePartOfDate } from '@gatehouse/ui/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { person, readOnly, renderPortal, role, toSingleUser, usersPage } from '../testing'
import type { TeamUser } from '../wire'

const server = cannedServer(
  ...boot(),
  http.get('*/team/resources/sso/v1/users/:id/links', () => HttpResponse.json([])),
)

const EDITOR = role('Editor')
const VIEWER = role('Viewer')
const GRACE = person('Grace Hopper', { roles: [EDITOR] })
const ALAN = person('Alan Turing', { activatedForTenant: false })
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const USERS = '*/identity/resources/users/v2'
const MEMBERS = '*/team/resources/members/v1'

/** What the list was asked for, newest last. */
let asked: URLSearchParams[] = []

function withUsers(users: () => readonly TeamUser[] = () => [GRACE, ALAN], total?: number) {
  server.use(
    http.get(USERS, ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return usersPage(users(), total)
    }),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [EDITOR, VIEWER] })),
    http.get('*/audits/resources/audits/v2', () => HttpResponse.json({ data: [], total: 0 })),
    http.get('*/identity/resources/users/v1/:id', ({ params }) =>
      HttpResponse.json(toSingleUser(users().find(({ id }) => id === params.id) ?? GRACE)),
    ),
  )
}

beforeEach(() => {
  asked = []
  localStorage.clear()
})

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) })

async function act(name: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('the list opens as the spec says', async () => {
  withUsers()
  const { place } = renderPortal('/users', { server })
  const grace = await row('Grace Hopper')
  expect(within(grace).getByText('Active')).toBeVisible()
  expect(within(grace).getByText('Editor')).toBeVisible()
  expect(within(await row('Alan Turing')).getByText('Pending invitation')).toBeVisible()
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    _offset: '0',
    _limit: '20',
    _sortBy: 'name',
    _order: 'DESC',
    _includeSubTenants: 'false',
  })
  expect(place()).toBe('/users')
})

test('page, filter and sort live in the address', async () => {
  withUsers(undefined, 70)
  const { place } = renderPortal('/users?page=2&filter=gra', { server })
  expect(await screen.findByRole('searchbox')).toHaveValue('gra')
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ _offset: '1', _filter: 'gra' })

  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(asked.at(-1)?.get('_offset')).toBe('2'))
  expect(place()).toBe('/users?page=3&filter=gra')

  const head = within(screen.getByRole('columnheader', { name: 'Last seen' }))
  await userEvent.click(head.getByRole('button', { name: 'Last seen' }))
  await waitFor(() => expect(asked.at(-1)?.get('_sortBy')).toBe('lastLogin'))
  expect(place()).toBe('/users?sort=lastLogin&order=asc&filter=gra')
  expect(asked.at(-1)?.get('_offset')).toBe('0')
})

/** Groups g0, g1 and so on. */
const withGroups = (count: number) =>
  server.use(
    http.get('*/identity/resources/groups/v1', () =>
      HttpResponse.json({
        groups: Array.from({ length: count }, (_, index) => ({
          id: `g${index}`,
          name: `Group ${index}`,
          description: '',
          metadata: '',
          managedBy: 'frontegg',
          ...AT,
        })),
      }),
    ),
  )

const sent = (name: string) => asked.at(-1)?.getAll(name)

test('the list is narrowed down by status, role and last sign-in, all in the address', async () => {
  withUsers()
  const { place } = renderPortal('/users?page=3', { server })
  await row('Grace Hopper')
  await userEvent.click(screen.getByRole('button', { name: 'Status' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Pending invitation' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Disabled' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(sent('_status')).toEqual(['pending', 'disabled']))
  expect(asked.at(-1)?.get('_offset')).toBe('0')
  expect(await screen.findByRole('button', { name: 'Status: Pending invitation +1' })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Role' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Editor' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(sent('_roleIds')).toEqual([EDITOR.id]))
  expect(screen.getByRole('button', { name: 'Role: Editor' })).toHaveFocus()

  const chips = screen.getAllByRole('button', { name: 'Last seen' })
  await userEvent.click(chips.find((chip) => chip.getAttribute('aria-haspopup')) as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Not for 90 days' }))
  await waitFor(() => expect(sent('_notSeenForSeconds')).toEqual([String(90 * 86_400)]))
  expect(decodeURIComponent(place())).toBe(`/users?status=pending,disabled&role=${EDITOR.id}&seen=notQuarter`)

  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await waitFor(() => expect(place()).toBe('/users'))
  expect(sent('_status')).toEqual([])
})

test.each([
  ['seen=week', { _seenWithinSeconds: '604800' }],
  ['seen=month', { _seenWithinSeconds: '2592000' }],
  ['seen=notMonth', { _notSeenForSeconds: '2592000' }],
  ['seen=never', { _neverSeen: 'true' }],
  ['factor=yes', { _mfaEnrolled: 'true' }],
  ['factor=no', { _mfaEnrolled: 'false' }],
  ['managedBy=scim2', { _managedBy: 'scim2' }],
  ['status=nonsense&seen=always&factor=maybe', {}],
])('an address with %s asks for it', async (search, more) => {
  withUsers()
  renderPortal(`/users?${search}`, { server })
  await row('Grace Hopper')
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    _offset: '0',
    _limit: '20',
    _sortBy: 'name',
    _order: 'DESC',
    _includeSubTenants: 'false',
    ...more,
  })
})

test('of many groups one is found by its name, with the keyboard alone', async () => {
  withUsers()
  withGroups(300)
  const { place } = renderPortal('/users', { server })
  await row('Grace Hopper')
  screen.getByRole('button', { name: 'Group' }).focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Group' })
  const find = await within(dialog).findByRole('textbox', { name: 'Search: Group' })
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(100)
  expect(within(dialog).getByText(/^Type to find more/)).toBeVisible()
  await userEvent.type(find, '299')
  await userEvent.keyboard('{ArrowDown} {Escape}')
  await waitFor(() => expect(sent('_groupIds')).toEqual(['g299']))
  expect(place()).toBe('/users?group=g299')
  const chip = await screen.findByRole('button', { name: 'Group: Group 299' })
  await waitFor(() => expect(chip).toHaveFocus())
})

test('groups and roles are chosen by those who may read them', async () => {
  withUsers()
  withGroups(0)
  renderPortal('/users?group=gone&role=r1', { server, person: readOnly('fe.secure.read.users') })
  await row('Grace Hopper')
  expect(screen.queryByRole('button', { name: 'Role' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Group' })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Status' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Clear all' })).toBeVisible()
})

test('a group that is gone is dropped from the address', async () => {
  withUsers()
  withGroups(2)
  const { place, history } = renderPortal('/users?group=g1,gone', { server })
  await waitFor(() => expect(place()).toBe('/users?group=g1'))
  expect(await screen.findByRole('button', { name: 'Group: Group 1' })).toBeVisible()
  expect(history.length).toBe(1)
})

test('typing searches the server and keeps one step to go back', async () => {
  withUsers()
  const { place, history } = renderPortal('/users', { server })
  const steps = history.length
  await userEvent.type(await screen.findByRole('searchbox'), 'hop')
  await waitFor(() => expect(place()).toBe('/users?filter=hop'))
  expect(asked.at(-1)?.get('_filter')).toBe('hop')
  expect(history.length).toBe(steps)
})

test('a list that fails to load is empty, and can be asked for again', async () => {
  server.use(http.get(USERS, () => refusal(409, 'conflict', 'Somebody else is faster')))
  renderPortal('/users', { server })
  expect(await screen.findByText('Somebody else is faster')).toBeVisible()
  withUsers()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row('Grace Hopper')).toBeVisible()
})

test('one person is invited, and the dialog closes', async () => {
  const invited: unknown[] = []
  withUsers()
  server.use(
    http.post(USERS, async ({ request }) => {
      invited.push(await request.json())
      return HttpResponse.json(person('New', { activatedForTenant: false }), { status: 201 })
    }),
  )
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'new@acme.test')
  await userEvent.type(within(dialog).getByLabelText(/^Name/), 'New Person')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(invited).toEqual([{ email: 'new@acme.test', name: 'New Person' }])
  expect(await screen.findByText('Invitation sent to new@acme.test')).toBeVisible()
  expect(screen.getByText(/^new@acme.test was invited. The list is sorted by/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText(/The list is sorted by/)).not.toBeInTheDocument()
})

test('several are invited one after the other; who failed stays in the field with the reason', async () => {
  const invited: string[] = []
  let busy = 0
  withUsers()
  server.use(
    http.post(USERS, async ({ request }) => {
      busy += 1
      expect(busy).toBe(1)
      const { email } = (await request.json()) as { email: string }
      await new Promise((resolve) => setTimeout(resolve, 5))
      busy -= 1
      // An existing member is returned unchanged.
      const isMember = email === 'b@acme.test'
      if (!isMember) invited.push(email)
      return HttpResponse.json(person(email, { activatedForTenant: isMember }), { status: 201 })
    }),
  )
  const { place } = renderPortal('/users?page=3', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  const field = within(dialog).getByLabelText('Email addresses')
  await userEvent.click(field)
  await userEvent.paste('a@acme.test, b@acme.test\nc@acme.test')
  expect(within(dialog).queryByLabelText(/^Name/)).not.toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send 3 invitations' }))

  expect(await screen.findByText('b@acme.test: Already a member of this organization')).toBeVisible()
  expect(invited).toEqual(['a@acme.test', 'c@acme.test'])
  expect(field).toHaveValue('b@acme.test')
  // Spec §4: after a bulk invite the list starts over with ten rows.
  expect(place()).toBe('/users?pageSize=10')
  expect(asked.at(-1)?.get('_limit')).toBe('10')
})

test('on plain http an address is copied from the menu', async () => {
  withUsers()
  const copied: string[] = []
  const execCommand = () => copied.push(String(window.getSelection())) > 0
  Object.defineProperty(document, 'execCommand', { value: execCommand, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'execCommand'))
  renderPortal('/users', { server })
  expect(navigator.clipboard).toBeUndefined()
  await act('Grace Hopper', 'Copy email')
  expect(await screen.findByText(`${GRACE.email} copied`)).toBeVisible()
  expect(copied).toEqual([GRACE.email])
})

test('a last day of which only a part is typed is refused instead of giving permanent access', async () => {
  const invited = vi.fn()
  withUsers()
  server.use(
    http.post('*/identity/resources/users/v2', () => {
      invited()
      return HttpResponse.json({}, { status: 201 })
    }),
  )
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Email addresses'), 'new@acme.test')
  const day = await dialog.findByLabelText(/Last day of access/)
  typePartOfDate(day)
  await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
  await waitFor(() => expect(day).toHaveAccessibleDescription('Enter a complete date'))
  expect(invited).not.toHaveBeenCalled()
})

test('what is no address is refused before anybody is invited', async () => {
  withUsers()
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'a@acme.test, nobody')
  await userEvent.click(within(dialog).getByRole('button', { name: /^Send/ }))
  expect(await within(dialog).findByText('Invalid email address: nobody')).toBeVisible()
})

test('the vendor decides whether a phone number is asked', async () => {
  const inviteDialog = { phoneNumberField: 'mandatory' }
  server.use(...boot({ navigation: { users: { visibility: 'always', inviteDialog } } }))
  withUsers()
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'a@acme.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await within(dialog).findByText(/Enter a phone number/)).toBeVisible()
})

test('new roles show at once, and the old ones again when the server refuses', async () => {
  withUsers()
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const sent = vi.fn()
  server.use(
    http.put(MEMBERS, async ({ request }) => {
      sent(await request.json())
      await answered
      return refusal(403, 'roles.beyond_own', 'That role is above yours')
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Edit')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Roles' }))
  await userEvent.click(await screen.findByRole('option', { name: /Viewer/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))

  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText('Viewer')).toBeVisible())
  expect(sent).toHaveBeenCalledWith({ id: GRACE.id, roleIds: [EDITOR.id, VIEWER.id], baseRoleIds: [EDITOR.id] })
  answer()
  expect(await screen.findByText('Grace Hopper could not be changed: That role is above yours')).toBeVisible()
  await waitFor(async () => expect(within(await row('Grace Hopper')).queryByText('Viewer')).not.toBeInTheDocument())
})

test('taking all roles away sends a list of one empty text', async () => {
  withUsers()
  const sent = vi.fn()
  server.use(
    http.put(MEMBERS, async ({ request }) => {
      sent(await request.json())
      return HttpResponse.json({ item: recorded.MEMBER })
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Edit')
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Roles' }))
  await userEvent.click(await screen.findByRole('option', { name: /Editor/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ id: GRACE.id, roleIds: [''], baseRoleIds: [EDITOR.id] }))
})

test('removing names the person, and a refusal stays in the dialog', async () => {
  let users = [GRACE, ALAN]
  withUsers(() => users)
  server.use(http.delete(`${MEMBERS}/:id`, () => refusal(409, 'members.last_admin', 'Somebody has to stay in charge')))
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Remove')
  const dialog = await screen.findByRole('dialog', { name: 'Remove Grace Hopper?' })
  expect(within(dialog).getByRole('button', { name: 'Remove Grace Hopper' })).toBeDisabled()
  await userEvent.type(within(dialog).getByRole('textbox'), 'Grace Hopper')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Grace Hopper' }))
  expect(await within(dialog).findByText('Somebody has to stay in charge')).toBeVisible()

  server.use(
    http.delete(`${MEMBERS}/:id`, ({ params }) => {
      users = users.filter(({ id }) => id !== params.id)
      return new HttpResponse(null)
    }),
  )
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Grace Hopper' }))
  expect(await screen.findByText('Grace Hopper removed')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Grace Hopper/ })).not.toBeInTheDocument())
})

test('several are removed one after the other, and failures are told', async () => {
  withUsers()
  const removed: unknown[] = []
  server.use(
    http.delete(`${MEMBERS}/:id`, ({ params }) => {
      removed.push(params.id)
      if (params.id === GRACE.id) return refusal(403, 'members.outranks_you', 'Grace outranks you')
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await row('Grace Hopper')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove 2 users?' })
  expect(dialog).toHaveTextContent('Grace Hopper and Alan Turing')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove 2 users' }))
  expect(await screen.findByText('1 of 2 users could not be removed: Grace outranks you')).toBeVisible()
  expect(removed).toEqual([GRACE.id, ALAN.id])
})

test('an invitation is sent again to who has not accepted it, and offered to nobody else', async () => {
  withUsers()
  const resent: unknown[] = []
  server.use(
    http.post(`${MEMBERS}/:id/resendActivationEmail`, ({ params }) => {
      resent.push(params.id)
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await row('Grace Hopper')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await userEvent.click(screen.getByRole('button', { name: 'Resend invitation' }))
  expect(await screen.findByText('1 invitation resent')).toBeVisible()
  expect(resent).toEqual([ALAN.id])
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Grace Hopper' }))
  expect(await screen.findByRole('menuitem', { name: 'Disable' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Resend invitation' })).not.toBeInTheDocument()
})

test('somebody is disabled after a question, and enabled again without one', async () => {
  let isDisabled = false
  withUsers(() => [{ ...GRACE, isDisabled }])
  server.use(
    http.post('*/identity/resources/tenants/users/v1/:id/:change', ({ params }) => {
      isDisabled = params.change === 'disable'
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Disable')
  await userEvent.click(await screen.findByRole('button', { name: 'Disable Grace Hopper' }))
  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText('Disabled')).toBeVisible())
  await act('Grace Hopper', 'Enable')
  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText('Active')).toBeVisible())
})

test('nobody disables or removes themselves', async () => {
  withUsers(() => [person('Me', { id: 'u1' })])
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Me' }))
  const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(actions).toEqual(['Edit', 'Copy email'])
})

test('who may only read sees the same list without a way to change it', async () => {
  withUsers()
  renderPortal('/users', { server, person: readOnly('fe.secure.read.*') })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Alan Turing' }))
  const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(actions).toEqual(['Copy email'])
  expect(screen.queryByRole('button', { name: 'Invite users' })).not.toBeInTheDocument()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})

test.each([
  ['fe.secure.write.updateUser', 'Alan Turing', ['Edit', 'Copy email', 'Set access expiry']],
  ['fe.secure.write.resendActivationEmail', 'Alan Turing', ['Resend invitation', 'Copy email']],
  ['fe.secure.delete.sessions', 'Grace Hopper', ['Copy email', 'Sign out everywhere']],
  ['fe.secure.write.enableDisable', 'Alan Turing', ['Copy email', 'Disable']],
  ['fe.secure.delete.users', 'Alan Turing', ['Copy email', 'Remove']],
])('%s alone offers for %s: %j', async (permission, name, offered) => {
  withUsers()
  renderPortal('/users', { server, person: readOnly('fe.secure.read.*', permission) })
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const actions = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(actions).toEqual(offered)
})

test('a new name is saved alone', async () => {
  withUsers()
  const sent: unknown[] = []
  server.use(
    http.put(MEMBERS, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ item: recorded.MEMBER })
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Grace Hopper' })
  await userEvent.type(within(dialog).getByLabelText('Name'), ' II')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toEqual([{ id: GRACE.id, name: 'Grace Hopper II' }]))
})

test('who has not accepted yet brings their own name', async () => {
  withUsers()
  renderPortal('/users', { server })
  await act('Alan Turing', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Alan Turing' })
  expect(await within(dialog).findByRole('combobox', { name: 'Roles' })).toBeVisible()
  expect(within(dialog).queryByLabelText('Name')).not.toBeInTheDocument()
})

test('access ends by itself after a day, until it is made permanent', async () => {
  let until: string | undefined
  withUsers(() => [{ ...GRACE, ...(until && { temporaryExpirationDate: until }) }])
  server.use(
    http.put('*/users/temporary/v1/:id', async ({ request }) => {
      const { expirationInSeconds } = (await request.json()) as { expirationInSeconds: number }
      until = new Date(Date.now() + expirationInSeconds * 1000).toISOString()
      return HttpResponse.json({ temporaryExpirationDate: until, expirationInSeconds }, { status: 201 })
    }),
    http.delete('*/users/temporary/v1/:id', () => {
      until = undefined
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Set access expiry')
  const dialog = await screen.findByRole('dialog')
  const day = within(dialog).getByLabelText('Last day of access')
  for (const impossible of ['2020-01-31', '2199-01-31']) {
    fireEvent.change(day, { target: { value: impossible } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save last day' }))
    expect(await within(dialog).findByText('Enter a date between today and ten years from now')).toBeVisible()
  }
  const year = new Date().getFullYear() + 2
  fireEvent.change(day, { target: { value: `${year}-01-31` } })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save last day' }))
  await waitFor(async () => expect(within(await row('Grace Hopper')).getByText(`until Jan 31, ${year}`)).toBeVisible())

  await act('Grace Hopper', 'Make permanent')
  await waitFor(() => expect(screen.queryByText(/^until/)).not.toBeInTheDocument())
})

test('the single sign-on link of a user is released from the details', async () => {
  withUsers()
  let links = [
    {
      id: ALAN.id,
      connectionId: ALAN.id,
      subject: 'opaque-1',
      email: GRACE.email,
      userId: GRACE.id,
      userEmail: GRACE.email,
      createdAt: '2026-01-01T00:00:00Z',
      lastUsedAt: '2026-01-01T00:00:00Z',
    },
  ]
  server.use(
    http.get('*/team/resources/sso/v1/users/:id/links', () => HttpResponse.json(links)),
    http.delete('*/team/resources/sso/v1/users/:id/links', () => {
      links = []
      return HttpResponse.json({ released: 1 })
    }),
  )
  renderPortal(`/users/${GRACE.id}`, { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink single sign-on account' }))
  const question = await screen.findByRole('dialog', { name: 'Unlink the single sign-on account of Grace Hopper?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Unlink single sign-on account' }))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Unlink single sign-on account' })).not.toBeInTheDocument(),
  )
  expect(links).toEqual([])
})

test('somebody is signed out everywhere after a question', async () => {
  withUsers()
  const revoked: unknown[] = []
  server.use(
    http.post('*/users/sessions/v1/revoke', async ({ request }) => {
      revoked.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Sign out everywhere')
  expect(revoked).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out Grace Hopper' }))
  await waitFor(() => expect(revoked).toEqual([{ userId: GRACE.id }]))
})

test('the last row of the last page leaves the page before it, and no way back to nothing', async () => {
  const everybody = Array.from({ length: 21 }, (_, index) => person(`Person ${index}`))
  let users = everybody
  server.use(
    http.get(USERS, ({ request }) => {
      const start = Number(new URL(request.url).searchParams.get('_offset')) * 20
      return usersPage(users.slice(start, start + 20), users.length)
    }),
    http.delete(`${MEMBERS}/:id`, () => {
      users = users.slice(0, 20)
      return new HttpResponse(null)
    }),
  )
  const { place, history } = renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Next page' }))
  await act('Person 20', 'Remove')
  await userEvent.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Person 20')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Person 20' }))
  expect(await row('Person 19')).toBeVisible()
  expect(place()).toBe('/users')
  expect(history.length).toBe(2)
})

test('a list that is slow never wins over a newer one', async () => {
  let slow = () => {}
  const waited = new Promise<void>((resolve) => {
    slow = resolve
  })
  server.use(
    http.get(USERS, async ({ request }) => {
      const filter = new URL(request.url).searchParams.get('_filter')
      if (filter === 'al') await waited
      return usersPage(filter === 'al' ? [ALAN] : [GRACE])
    }),
  )
  const { place } = renderPortal('/users', { server })
  const search = await screen.findByRole('searchbox')
  await userEvent.type(search, 'al')
  await waitFor(() => expect(place()).toBe('/users?filter=al'))
  await userEvent.clear(search)
  await userEvent.type(search, 'gra')
  await waitFor(() => expect(place()).toBe('/users?filter=gra'))
  slow()
  expect(await row('Grace Hopper')).toBeVisible()
  expect(screen.queryByRole('row', { name: /Alan Turing/ })).not.toBeInTheDocument()
})

test('the vendor hides a column, and shows another at first', async () => {
  const tableColumns = { status: { visibility: 'hidden' }, managedBy: { visibility: 'always', isChecked: true } }
  const pages = { users: { fieldsProperties: { tableColumns } } }
  server.use(...boot({ themeV2: { adminPortal: { pages } } }))
  withUsers()
  renderPortal('/users', { server })
  await row('Grace Hopper')
  const columns = screen.getAllByRole('columnheader').map((column) => column.textContent)
  expect(columns).toEqual(['', 'User', 'Groups', 'Roles', 'Joined', 'Last seen', 'Managed by', 'Actions'])
})

test('the vendor decides what is asked of somebody who is invited', async () => {
  const fieldsProperties = {
    name: { settings: { validation: { required: true } } },
    phoneNumber: { appearance: 'hidden' },
  }
  const pages = { users: { inviteUserModal: { inviteByEmail: { fieldsProperties } } } }
  server.use(...boot({ themeV2: { adminPortal: { pages } } }))
  withUsers()
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Invite users' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).queryByLabelText(/^Phone number/)).not.toBeInTheDocument()
  await userEvent.type(within(dialog).getByLabelText('Email addresses'), 'a@acme.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await within(dialog).findByText('Enter a name')).toBeVisible()
})

test('Escape closes one layer at a time, and focus goes back each time', async () => {
  withUsers()
  renderPortal('/users', { server })
  const opener = within(await row('Grace Hopper')).getByRole('button', { name: /^Grace Hopper/ })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  const edit = await within(drawer).findByRole('button', { name: 'Edit' })
  await userEvent.click(edit)
  await screen.findByRole('dialog', { name: 'Edit Grace Hopper' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit Grace Hopper' })).not.toBeInTheDocument())
  expect(drawer).toBeInTheDocument()
  await waitFor(() => expect(edit).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(drawer).not.toBeInTheDocument())
  await waitFor(() => expect(opener).toHaveFocus())
})

test('a dialog that a menu opened gives focus back to the menu’s button', async () => {
  withUsers()
  renderPortal('/users', { server })
  await act('Grace Hopper', 'Disable')
  await screen.findByRole('dialog', { name: 'Disable Grace Hopper?' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Actions for Grace Hopper' })).toHaveFocus())
})

test('nobody removes themselves along with others', async () => {
  withUsers(() => [person('Me', { id: 'u1' })])
  renderPortal('/users', { server })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Me' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/You cannot remove yourself/)).toBeVisible()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('details have an address of their own, beside the list as it was', async () => {
  withUsers()
  const { place, history } = renderPortal('/users?filter=gra', { server })
  await userEvent.click(within(await row('Grace Hopper')).getByRole('button', { name: /^Grace Hopper/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Grace Hopper' })
  expect(within(drawer).getByText('grace-hopper@acme.test')).toBeVisible()
  expect(place()).toBe(`/users/${GRACE.id}?filter=gra`)
  history.back()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(place()).toBe('/users?filter=gra')
})

test('a link to somebody who is gone says so', async () => {
  withUsers()
  server.use(http.get('*/identity/resources/users/v1/:id', () => refusal(404, 'members.not_found', 'Not found')))
  const { place } = renderPortal('/users/nobody', { server })
  expect(await screen.findByText('This user is not a member of Acme')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the list' }))
  await waitFor(() => expect(place()).toBe('/users'))
})

test('a hidden column appears when asked for', async () => {
  withUsers(() => [person('Synced', { managedBy: 'scim2' })])
  renderPortal('/users', { server })
  await row('Synced')
  expect(screen.queryByRole('columnheader', { name: 'Managed by' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Managed by' }))
  expect(within(await row('Synced')).getByText('Directory')).toBeVisible()
})
