import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Permission, PermissionCategory, Role } from '../wire'

const server = cannedServer(...boot({}))
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const role = (name: string, facts: Partial<Role> = {}): Role => ({
  id: `role-${name}`,
  key: name,
  name,
  description: '',
  isDefault: false,
  firstUserRole: false,
  level: 10,
  permissions: [],
  vendorId: 'v1',
  ...AT,
  ...facts,
})

const READ: Permission = {
  id: 'p1',
  key: 'reports.read',
  name: 'View reports',
  description: '',
  categoryId: 'c1',
  fePermission: false,
  assignmentType: 'NEVER',
  roleIds: [],
  ...AT,
}
const REPORTS: PermissionCategory = {
  id: 'c1',
  name: 'Reports',
  description: '',
  feCategory: false,
  permissionIds: ['p1'],
  permissions: [READ],
  ...AT,
}

/** Serves the vendor's roles and applies changes. Returns the requests. */
function withRoles(...roles: Role[]) {
  const asked: unknown[] = []
  const at = (id: unknown) => roles.findIndex((found) => found.id === id)
  const change = async (request: Request, id: unknown) => {
    const body = (await request.json()) as object
    asked.push([request.method, body])
    return HttpResponse.json({ ...roles[at(id)], ...('permissionIds' in body ? {} : body) })
  }
  server.use(
    http.get('*/roles/v1', () => HttpResponse.json(roles)),
    http.get('*/permissions/v1/categories', () => HttpResponse.json([REPORTS])),
    http.post('*/roles/v1', async ({ request }) => {
      const [body] = (await request.json()) as [Role]
      asked.push(['POST', body])
      roles.push(role(body.name))
      return HttpResponse.json([role(body.name)], { status: 201 })
    }),
    http.patch('*/roles/v1/:id', ({ request, params }) => change(request, params.id)),
    http.put('*/roles/v1/:id/permissions', ({ request, params }) => change(request, params.id)),
    http.delete('*/roles/v1/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      roles.splice(at(params.id), 1)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return asked
}

test('roles stand in the order of their rank, with what is special about them', async () => {
  withRoles(role('Reader', { isDefault: true }), role('Admin', { level: 0, firstUserRole: true }))
  renderConsole('/roles', { server })
  expect(await screen.findByRole('row', { name: /Reader.*Default/ })).toBeVisible()
  expect(screen.getAllByRole('row')[1]).toHaveAccessibleName(/Admin.*First user/)
})

test('a role is made with its rank, and with permissions that tenants cannot give', async () => {
  const user = userEvent.setup()
  const asked = withRoles(role('Admin'))
  renderConsole('/roles', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create role' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create role' })
  await user.type(within(dialog).getByLabelText('Name'), 'Analyst')
  await user.clear(within(dialog).getByLabelText('Level'))
  await user.type(within(dialog).getByLabelText('Level'), '15')
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Everything in Reports' }))
  await user.click(within(dialog).getByRole('button', { name: 'Create role' }))
  expect(await screen.findByText('Analyst created')).toBeVisible()
  expect(asked).toEqual([
    [
      'POST',
      {
        name: 'Analyst',
        description: '',
        level: 15,
        isDefault: false,
        firstUserRole: false,
        permissionIds: ['p1'],
      },
    ],
  ])
})

test('a name that is taken is said at the name', async () => {
  const user = userEvent.setup()
  withRoles(role('Reader'))
  server.use(http.patch('*/roles/v1/:id', () => refusal(409, 'roles.name_taken', 'Another role has this name')))
  renderConsole('/roles/role-Reader', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Reader' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Reader' })
  await user.type(within(dialog).getByLabelText('Name'), '2')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(within(dialog).getByLabelText('Name')).toBeInvalid())
})

test('what is changed is sent, and a role goes when its name was typed', async () => {
  const user = userEvent.setup()
  const asked = withRoles(role('Reader'))
  const { place } = renderConsole('/roles/role-Reader', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Reader' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Reader' })
  await user.click(within(dialog).getByRole('checkbox', { name: 'Default role' }))
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Everything in Reports' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Reader updated')).toBeVisible()
  expect(asked).toEqual([
    ['PUT', { permissionIds: ['p1'] }],
    ['PATCH', { isDefault: true }],
  ])

  await user.click(within(drawer).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Reader?' })
  await user.type(within(question).getByRole('textbox'), 'Reader')
  await user.click(within(question).getByRole('button', { name: 'Delete Reader' }))
  await waitFor(() => expect(asked).toContainEqual(['DELETE', 'role-Reader']))
  await waitFor(() => expect(place()).toBe('/roles'))
})

test('a concurrent change is reported at its field and not undone; both additions are kept', async () => {
  const user = userEvent.setup()
  const reader = role('Reader')
  const asked = withRoles(reader)
  renderConsole('/roles/role-Reader', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Reader' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Reader' })
  Object.assign(reader, { description: 'Theirs', permissions: ['p2'] })
  await user.type(within(dialog).getByLabelText(/^Description/), 'Mine')
  await user.click(await within(dialog).findByRole('checkbox', { name: 'Everything in Reports' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/Another administrator changed this to “Theirs”/)).toBeVisible()
  expect(asked).toEqual([])
  expect(within(dialog).getByLabelText(/^Description/)).toHaveValue('Mine')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Reader updated')).toBeVisible()
  expect(asked).toEqual([
    ['PUT', { permissionIds: ['p2', 'p1'] }],
    ['PATCH', { description: 'Mine' }],
  ])
})

test('a read-only role changes nothing', async () => {
  withRoles(role('Reader'))
  renderConsole('/roles', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('row', { name: /Reader/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create role' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
})
