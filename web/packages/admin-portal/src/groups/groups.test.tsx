import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { person, readOnly, renderPortal, role } from '../testing'
import type { Group, GroupMember } from '../wire'

const server = cannedServer(...boot({ navigation: { groups: { visibility: 'always' } } }))
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const member = (name: string): GroupMember => ({
  id: name.toLowerCase(),
  name,
  email: `${name.toLowerCase()}@acme.test`,
  activatedForTenant: true,
  createdAt: AT.createdAt,
})
const group = (name: string, facts: Partial<Group> = {}): Group => ({
  id: `group-${name.toLowerCase()}`,
  name,
  description: `${name} of Acme`,
  color: '#2f6fde',
  metadata: '',
  managedBy: 'frontegg',
  roles: [],
  users: [],
  usersCount: facts.users?.length ?? 0,
  ...AT,
  ...facts,
})

const SUPPORT = group('Support', { users: [member('Ada'), member('Ben')], roles: [role('Editor')] })
const SYNCED = group('Synced', { managedBy: 'scim2' })

/** The server's groups, which calls change; the bodies of those calls are the answer. */
function withGroups(...groups: Group[]) {
  const asked: unknown[] = []
  const all = () => groups
  const one = (id: unknown) => groups.find((found) => found.id === id)
  const heard = async (request: Request) => {
    asked.push([request.method, new URL(request.url).pathname.split('/v1').at(-1), await request.clone().json()])
  }
  server.use(
    http.get('*/groups/v2', () =>
      HttpResponse.json({ items: all(), _metadata: { totalItems: groups.length, totalPages: 1 } }),
    ),
    http.get('*/groups/v1/config', () => HttpResponse.json({ enabled: true, rolesEnabled: true })),
    http.get('*/groups/v1/:id', ({ params }) => {
      const found = one(params.id)
      return found ? HttpResponse.json(found) : HttpResponse.json({ errors: ['Not found'] }, { status: 404 })
    }),
    http.post('*/groups/v1', async ({ request }) => {
      await heard(request)
      const made = group(((await request.json()) as Group).name)
      groups.push(made)
      return HttpResponse.json(made, { status: 201 })
    }),
    http.patch('*/groups/v1/:id', async ({ request, params }) => {
      await heard(request)
      const found = one(params.id) as Group
      Object.assign(found, await request.json())
      return HttpResponse.json(found)
    }),
    http.delete('*/groups/v1/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      groups.splice(groups.indexOf(one(params.id) as Group), 1)
      return new HttpResponse(null)
    }),
    http.post('*/groups/v1/:id/:kind', async ({ request }) => {
      await heard(request)
      return new HttpResponse(null, { status: 201 })
    }),
    http.delete('*/groups/v1/:id/:kind', async ({ request }) => {
      await heard(request)
      return new HttpResponse(null)
    }),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [role('Editor'), role('Reader')] })),
    http.get('*/users/v3', ({ request }) => {
      asked.push(['SEARCH', new URL(request.url).searchParams.get('_filter')])
      const found = [person('Ada', { id: 'ada' }), person('Cleo')].map(
        ({ roles: _, roleIds: __, rolesIds: ___, permissions: ____, groups: _____, ...one }) => one,
      )
      return HttpResponse.json({ items: found, _metadata: { totalItems: 2, totalPages: 1 } })
    }),
  )
  return asked
}

test('the groups are listed with their people and roles, and who keeps them', async () => {
  withGroups({ ...SUPPORT }, { ...SYNCED })
  renderPortal('/groups', { server })
  const row = await screen.findByRole('row', { name: /Support/ })
  expect(row).toHaveTextContent('2 members')
  expect(row).toHaveTextContent('Editor')
  const synced = screen.getByRole('row', { name: /Synced/ })
  expect(synced).toHaveTextContent('Directory')
  expect(synced).toHaveTextContent('No members')
})

test('a new group opens, so that it can be filled', async () => {
  const asked = withGroups()
  const { place } = renderPortal('/groups', { server })
  await screen.findByText('No groups yet')
  await userEvent.click(screen.getAllByRole('button', { name: 'Create group' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create group' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create group' }))
  expect(await within(dialog).findByText('Enter a name')).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Sales')
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Green' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create group' }))
  expect(await screen.findByRole('dialog', { name: 'Sales' })).toHaveTextContent('No members yet.')
  expect(place()).toBe('/groups/group-sales')
  expect(asked).toEqual([['POST', '', { name: 'Sales', description: '', color: '#2f9e44' }]])
})

test('a name that is taken is said at the name', async () => {
  withGroups()
  server.use(
    http.post('*/groups/v1', () =>
      HttpResponse.json(
        { errors: ['A group with this name already exists'], errorCode: 'groups.name_taken' },
        { status: 409 },
      ),
    ),
  )
  renderPortal('/groups', { server })
  await screen.findByText('No groups yet')
  await userEvent.click(screen.getAllByRole('button', { name: 'Create group' })[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create group' })
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Sales')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create group' }))
  await waitFor(() => expect(within(dialog).getByLabelText('Name')).toHaveAccessibleDescription(/already exists/))
})

test('only what was changed is sent', async () => {
  const asked = withGroups({ ...SUPPORT })
  renderPortal('/groups/group-support', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Support' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Support' })
  await userEvent.type(within(dialog).getByLabelText('Name'), ' desk')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('dialog', { name: 'Support desk' })).toBeVisible()
  expect(asked).toEqual([['PATCH', '/group-support', { name: 'Support desk' }]])
})

test('a group is deleted when its name was typed', async () => {
  const asked = withGroups({ ...SUPPORT })
  const { place } = renderPortal('/groups/group-support', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Support' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Support?' })
  expect(dialog).toHaveTextContent('2 members lose the roles of this group immediately')
  const confirm = within(dialog).getByRole('button', { name: 'Delete Support' })
  expect(confirm).toBeDisabled()
  await userEvent.type(within(dialog).getByRole('textbox'), 'Support')
  await userEvent.click(confirm)
  expect(await screen.findByText('No groups yet')).toBeInTheDocument()
  expect(place()).toBe('/groups')
  expect(asked).toEqual([['DELETE', 'group-support']])
})

test('roles that are new are given, and those that are gone are taken', async () => {
  const asked = withGroups({ ...SUPPORT })
  renderPortal('/groups/group-support', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Change roles' }))
  const dialog = await screen.findByRole('dialog', { name: 'Roles for Support' })
  const field = within(dialog).getByLabelText('Roles', { selector: 'input' })
  await waitFor(() => expect(field).toBeEnabled())
  await userEvent.click(field)
  await userEvent.click(await screen.findByRole('option', { name: /Reader/ }))
  await userEvent.click(screen.getByRole('option', { name: /Editor/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save roles' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(asked).toEqual([
    ['POST', '/group-support/roles', { roleIds: ['role-reader'] }],
    ['DELETE', '/group-support/roles', { roleIds: ['role-editor'] }],
  ])
})

test('people who are not in the group yet are found and added', async () => {
  const asked = withGroups({ ...SUPPORT })
  renderPortal('/groups/group-support', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Add members' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add members to Support' })
  await userEvent.type(within(dialog).getByLabelText('Members', { selector: 'input' }), 'cl')
  await waitFor(() => expect(asked).toContainEqual(['SEARCH', 'cl']))
  await userEvent.click(await screen.findByRole('option', { name: /Cleo/ }))
  expect(screen.queryByRole('option', { name: /Ada/ })).not.toBeInTheDocument()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add members' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(asked).toContainEqual(['POST', '/group-support/users', { userIds: ['cleo'] }])
})

test('a member is removed from the group', async () => {
  const asked = withGroups({ ...SUPPORT })
  renderPortal('/groups/group-support', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Ben from the group' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove Ben from Support?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove Ben' }))
  expect(await screen.findByText('Ben removed from Support')).toBeVisible()
  expect(asked).toEqual([['DELETE', '/group-support/users', { userIds: ['ben'] }]])
})

test('of a group of the directory only the roles are changed here', async () => {
  withGroups({ ...SYNCED })
  renderPortal('/groups/group-synced', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Synced' })
  expect(await within(drawer).findByText(/Your directory manages this group/)).toBeVisible()
  expect(within(drawer).getByRole('button', { name: 'Change roles' })).toBeVisible()
  for (const name of ['Edit', 'Delete', 'Add members']) {
    expect(within(drawer).queryByRole('button', { name })).not.toBeInTheDocument()
  }
})

test('a user with read-only access cannot change anything', async () => {
  withGroups({ ...SUPPORT })
  renderPortal('/groups/group-support', { server, person: readOnly('fe.secure.read.*') })
  const drawer = await screen.findByRole('dialog', { name: 'Support' })
  expect(await within(drawer).findByText('Ada')).toBeVisible()
  for (const name of ['Edit', 'Delete', 'Change roles', 'Add members', 'Remove Ben from the group', 'Create group']) {
    expect(screen.queryByRole('button', { name, hidden: true })).not.toBeInTheDocument()
  }
})

test('a notice says that group roles are turned off', async () => {
  withGroups({ ...SUPPORT })
  server.use(http.get('*/groups/v1/config', () => HttpResponse.json({ enabled: true, rolesEnabled: false })))
  renderPortal('/groups', { server })
  expect(await screen.findByText(/Group roles are turned off/)).toBeVisible()
})

test('group roles are turned on with permission to do so', async () => {
  withGroups({ ...SUPPORT })
  let asked: unknown
  server.use(
    http.get('*/groups/v1/config', () => HttpResponse.json({ enabled: true, rolesEnabled: asked !== undefined })),
    http.post('*/groups/v1/config', async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json({ enabled: true, rolesEnabled: true }, { status: 201 })
    }),
  )
  renderPortal('/groups', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Turn on group roles' }))
  expect(await screen.findByText('Group roles turned on')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/Group roles are turned off/)).not.toBeInTheDocument())
  expect(asked).toEqual({ enabled: true, rolesEnabled: true })
})

test('what is gone is said to be gone', async () => {
  withGroups()
  renderPortal('/groups/group-gone', { server })
  expect(await screen.findByText('Group not found')).toBeVisible()
})
