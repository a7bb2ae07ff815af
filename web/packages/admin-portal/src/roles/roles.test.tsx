import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal, role } from '../testing'
import type { PermissionCategory } from '../wire'

const server = cannedServer(...boot({ navigation: { roles: { visibility: 'always' } } }))

const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const permission = (key: string, name: string): PermissionCategory['permissions'][number] => ({
  id: key,
  key,
  name,
  description: '',
  categoryId: 'c1',
  fePermission: true,
  assignmentType: 'ALWAYS',
  roleIds: [],
  ...AT,
})
const category = (id: string, name: string, permissions: PermissionCategory['permissions']): PermissionCategory => ({
  id,
  name,
  description: '',
  feCategory: true,
  permissionIds: permissions.map((one) => one.id),
  permissions,
  ...AT,
})
const CATEGORIES = [
  category('c1', 'Secure access', [permission('fe.secure.*', 'Manage everything')]),
  category('c2', 'User management', [
    permission('fe.secure.read.users', 'View users'),
    permission('fe.secure.delete.users', 'Delete users'),
  ]),
  category('c3', 'Audits', [permission('fe.audits.read', 'View audits')]),
]
const ROLES = [
  role('Boss', { permissions: ['fe.secure.*'] }),
  role('Reader', { permissions: ['fe.secure.read.users'], isDefault: true, tenantId: 't1' }),
]

function withRoles() {
  server.use(
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: ROLES })),
    http.get('*/permissions/v1/categories', () => HttpResponse.json(CATEGORIES)),
  )
}

test('a wildcard counts as everything it allows', async () => {
  withRoles()
  renderPortal('/roles?sort=permissions&order=desc', { server })
  const boss = await screen.findByRole('row', { name: /Boss/ })
  expect(await within(boss).findByText('2')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Reader/ })).getByText('Default')).toBeVisible()
  const names = screen.getAllByRole('row').slice(1)
  expect(names[0]).toBe(boss)
})

test('the search looks through names', async () => {
  withRoles()
  renderPortal('/roles?filter=boss', { server })
  expect(await screen.findByRole('row', { name: /Boss/ })).toBeVisible()
  expect(screen.queryByRole('row', { name: /Reader/ })).not.toBeInTheDocument()
})

test('the roles are narrowed by kind and by default, together and in the address', async () => {
  withRoles()
  const { place, history } = renderPortal('/roles', { server })
  await screen.findByRole('row', { name: /Boss/ })
  const narrow = async (chip: string, option: string) => {
    await userEvent.click(screen.getByRole('button', { name: chip }))
    await userEvent.click(await screen.findByRole('menuitemradio', { name: option }))
  }
  await narrow('Type', 'Custom')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Boss/ })).not.toBeInTheDocument())
  expect(screen.getByRole('row', { name: /Reader/ })).toBeVisible()
  expect(place()).toBe('/roles?kind=own')
  await narrow('Default', 'No')
  expect(await screen.findByText('No results')).toBeVisible()
  expect(place()).toBe('/roles?kind=own&default=no')

  history.back()
  expect(await screen.findByRole('row', { name: /Reader/ })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  expect(await screen.findByRole('row', { name: /Boss/ })).toBeVisible()
  expect(place()).toBe('/roles')
})

test('invalid values in the address are ignored', async () => {
  withRoles()
  renderPortal('/roles?kind=foreign&default=perhaps&page=-3', { server })
  expect(await screen.findByRole('row', { name: /Boss/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Reader/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Clear all' })).not.toBeInTheDocument()
})

test('a role opens with what it allows, by category', async () => {
  withRoles()
  const { place } = renderPortal('/roles', { server })
  await userEvent.click(within(await screen.findByRole('row', { name: /Boss/ })).getByRole('button', { name: /Boss/ }))
  const drawer = await screen.findByRole('dialog', { name: 'Boss' })
  expect(place()).toBe('/roles/role-boss')
  await userEvent.click(await within(drawer).findByText('User management'))
  expect(within(drawer).getByText('2 of 2')).toBeVisible()
  expect(within(drawer).getByText('Delete users')).toBeVisible()
  expect(within(drawer).queryByText('Audits')).not.toBeInTheDocument()
})

test('without the right to read permissions the roles are listed alone', async () => {
  withRoles()
  server.use(http.get('*/permissions/v1/categories', () => HttpResponse.error()))
  renderPortal('/roles/role-reader', { server, person: readOnly('fe.secure.read.roles') })
  expect(await screen.findByRole('dialog', { name: 'Reader' })).toHaveTextContent('Custom')
})
