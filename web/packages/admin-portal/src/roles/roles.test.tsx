import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal, role } from '../testing'

const server = cannedServer(...boot({ navigation: { roles: { visibility: 'always' } } }))

const permission = (key: string, name: string) => ({ id: key, key, name })
const CATEGORIES = [
  { id: 'c1', name: 'Secure access', permissions: [permission('fe.secure.*', 'Manage everything')] },
  {
    id: 'c2',
    name: 'User management',
    permissions: [
      permission('fe.secure.read.users', 'View users'),
      permission('fe.secure.delete.users', 'Delete users'),
    ],
  },
  { id: 'c3', name: 'Audits', permissions: [permission('fe.audits.read', 'View audits')] },
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
  expect(await screen.findByRole('dialog', { name: 'Reader' })).toHaveTextContent('Made here')
})
