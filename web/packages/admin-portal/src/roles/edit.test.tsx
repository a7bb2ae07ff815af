import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal, role } from '../testing'
import type { PermissionCategory } from '../wire'
import { matrixOf, withCategory } from './matrix'

const server = cannedServer(...boot({ navigation: { roles: { visibility: 'always' } } }))
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const permission = (key: string, name: string, assignmentType = 'ALWAYS') => ({
  id: key,
  key,
  name,
  description: '',
  categoryId: 'c1',
  fePermission: true,
  assignmentType,
  roleIds: [],
  ...AT,
})
const USERS: PermissionCategory = {
  id: 'c1',
  name: 'User management',
  description: '',
  feCategory: true,
  permissionIds: [],
  permissions: [
    permission('fe.secure.read.users', 'View users'),
    permission('fe.secure.delete.users', 'Delete users'),
    permission('fe.secure.*', 'Manage everything'),
    permission('fe.secure.kept', 'Kept by the vendor', 'NEVER'),
  ],
  ...AT,
}
const ROLES = [
  role('Admin', { permissions: ['fe.secure.*'] }),
  role('Helper', { permissions: ['fe.secure.read.users'], tenantId: 't1' }),
]

function withRoles() {
  const asked: unknown[] = []
  const heard = async (request: Request, answer: () => Response) => {
    const body = request.method === 'DELETE' ? undefined : await request.json()
    asked.push([request.method, new URL(request.url).pathname.split('/roles/').at(-1), body])
    return answer()
  }
  const helper = () => HttpResponse.json(ROLES[1])
  server.use(
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: ROLES })),
    http.get('*/permissions/v1/categories', () => HttpResponse.json([USERS])),
    http.post('*/roles/v2', ({ request }) => heard(request, helper)),
    http.patch('*/roles/v1/:id', ({ request }) => heard(request, helper)),
    http.put('*/roles/v1/:id/permissions', ({ request }) => heard(request, helper)),
    http.delete('*/roles/v1/:id', ({ request }) => heard(request, () => new HttpResponse(null, { status: 204 }))),
  )
  return asked
}

test('a role is made with what it allows', async () => {
  const asked = withRoles()
  renderPortal('/roles', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Create role' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create role' })
  await userEvent.type(within(dialog).getByLabelText('Name'), 'Auditor')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: /Default role/ }))
  const category = await within(dialog).findByText('User management')
  // A hundred hidden checkboxes would delay the dialog.
  expect(within(dialog).queryByRole('checkbox', { name: 'Delete users', hidden: true })).toBeNull()
  await userEvent.click(category)
  expect(await within(dialog).findByRole('checkbox', { name: /Kept by the vendor/ })).toBeDisabled()
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Delete users' }))
  expect(within(dialog).getByText('1 permission')).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create role' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const body = { name: 'Auditor', description: '', isDefault: true, permissionIds: ['fe.secure.delete.users'] }
  expect(asked).toEqual([['POST', 'v2', body]])
})

test('of a role only what was changed is sent', async () => {
  const asked = withRoles()
  renderPortal('/roles/role-helper', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Helper' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Helper' })
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Everything in User management' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const permissionIds = ['fe.secure.read.users', 'fe.secure.delete.users']
  const body = { permissionIds, basePermissionIds: ['fe.secure.read.users'] }
  expect(asked).toEqual([['PUT', 'v1/role-helper/permissions', body]])
})

test('a permission that another administrator takes away meanwhile stays away', async () => {
  const asked = withRoles()
  const both = ['fe.secure.read.users', 'fe.secure.delete.users']
  const listed = (permissions: string[]) =>
    http.get('*/team/resources/roles/v1', () =>
      HttpResponse.json({ items: [role('Helper', { permissions, tenantId: 't1' })] }),
    )
  server.use(listed(both))
  renderPortal('/roles/role-helper', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Helper' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Helper' })
  await userEvent.click(await within(dialog).findByText('User management'))
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'Manage everything' }))
  server.use(listed(['fe.secure.read.users']))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  const body = { permissionIds: ['fe.secure.read.users', 'fe.secure.*'], basePermissionIds: ['fe.secure.read.users'] }
  expect(asked).toEqual([['PUT', 'v1/role-helper/permissions', body]])
})

test('a role is deleted when its name was typed', async () => {
  const asked = withRoles()
  const { place } = renderPortal('/roles/role-helper', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Helper' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Helper?' })
  await userEvent.type(within(dialog).getByRole('textbox'), 'Helper')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete Helper' }))
  await waitFor(() => expect(place()).toBe('/roles'))
  expect(asked).toEqual([['DELETE', 'v1/role-helper', undefined]])
})

test('built-in roles, and all roles with read-only access, open for viewing', async () => {
  withRoles()
  const { unmount } = renderPortal('/roles/role-admin', { server })
  const builtIn = await screen.findByRole('dialog', { name: 'Admin' })
  expect(await within(builtIn).findByText(/This role is built in/)).toBeVisible()
  expect(within(builtIn).queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument()
  unmount()
  renderPortal('/roles/role-helper', { server, person: readOnly('fe.secure.read.*') })
  const drawer = await screen.findByRole('dialog', { name: 'Helper' })
  expect(await within(drawer).findByText('User management')).toBeVisible()
  for (const name of ['Edit', 'Delete', 'Create role']) {
    expect(screen.queryByRole('button', { name, hidden: true })).not.toBeInTheDocument()
  }
})

test('chosen, covered and unavailable permissions', () => {
  const cells = (chosen: string[], may: (key: string) => boolean = () => true) =>
    matrixOf([USERS], chosen, may)[0]?.cells.map(({ permission: { key }, isChosen, isCovered, isKept }) => [
      key.replace('fe.secure.', ''),
      [isChosen && 'chosen', isCovered && 'covered', isKept && 'kept'].filter(Boolean).join(' '),
    ])
  expect(cells([])).toEqual([
    ['*', ''],
    ['read.users', ''],
    ['delete.users', ''],
    ['kept', 'kept'],
  ])
  expect(cells(['fe.secure.*'])).toEqual([
    ['*', 'chosen'],
    ['read.users', 'covered'],
    ['delete.users', 'covered'],
    ['kept', 'covered kept'],
  ])
  expect(cells(['fe.secure.delete.users'], (key) => key === 'fe.secure.read.users')).toEqual([
    ['*', 'kept'],
    ['read.users', ''],
    ['delete.users', 'chosen kept'],
    ['kept', 'kept'],
  ])
})

test('a whole category leaves alone what the person may not give', () => {
  const [row] = matrixOf([USERS], ['fe.secure.delete.users'], (key) => key === 'fe.secure.read.users')
  if (!row) throw new Error('no category')
  expect(withCategory(['fe.secure.delete.users'], row, true)).toEqual([
    'fe.secure.delete.users',
    'fe.secure.read.users',
  ])
  const both = ['fe.secure.delete.users', 'fe.secure.read.users']
  expect(withCategory(both, row, false)).toEqual(['fe.secure.delete.users'])
})
