import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { i18n } from '@gatehouse/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Permission, PermissionCategory } from '../wire'

const server = cannedServer(...boot({}))
afterEach(async () => {
  localStorage.clear()
  await i18n.changeLanguage('en')
})
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const permission = (key: string, name: string, facts: Partial<Permission> = {}): Permission => ({
  id: `id-${key}`,
  key,
  name,
  description: '',
  categoryId: 'c1',
  fePermission: false,
  assignmentType: 'ALWAYS',
  roleIds: ['r1'],
  ...AT,
  ...facts,
})
const category = (id: string, name: string, permissions: Permission[]): PermissionCategory => ({
  id,
  name,
  description: `All about ${name}`,
  feCategory: false,
  permissionIds: permissions.map((one) => one.id),
  permissions,
  ...AT,
})

/** Serves the permission catalog. Returns the requests. */
function withCatalogue(...categories: PermissionCategory[]) {
  const asked: unknown[] = []
  const all = () => categories.flatMap(({ permissions }) => permissions)
  const one = (id: unknown) => all().find((found) => found.id === id) as Permission
  server.use(
    http.get('*/permissions/v1/categories', () => HttpResponse.json(categories)),
    http.post('*/permissions/v1', async ({ request }) => {
      const [body] = (await request.json()) as [Permission]
      asked.push(['POST', body])
      return HttpResponse.json([permission(body.key, body.name)], { status: 201 })
    }),
    http.patch('*/permissions/v1/:id', async ({ request, params }) => {
      asked.push(['PATCH', await request.json()])
      return HttpResponse.json(one(params.id))
    }),
    http.put('*/permissions/v1/classification', async ({ request }) => {
      const body = (await request.json()) as { permissionIds: string[] }
      asked.push(['PUT', body])
      return HttpResponse.json(one(body.permissionIds[0]))
    }),
    http.delete('*/permissions/v1/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      return new HttpResponse(null, { status: 204 })
    }),
    http.post('*/permissions/v1/categories', async ({ request }) => {
      const body = (await request.json()) as PermissionCategory
      asked.push(['POST', body])
      return HttpResponse.json(category('c9', body.name, []), { status: 201 })
    }),
    http.delete('*/permissions/v1/categories/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      return new HttpResponse(null, { status: 200 })
    }),
  )
  return asked
}

test('the catalogue is listed with its categories; what is built in is not deleted', async () => {
  withCatalogue(
    category('c1', 'Reports', [permission('reports.read', 'View reports', { assignmentType: 'NEVER' })]),
    category('c2', 'Users', [permission('fe.secure.read.users', 'View users', { fePermission: true })]),
  )
  renderConsole('/permissions', { server })
  const own = await screen.findByRole('row', { name: /View reports/ })
  expect(within(own).getByText('Restricted')).toBeVisible()
  const builtIn = screen.getByRole('row', { name: /View users/ })
  expect(within(builtIn).getByText('Built in')).toBeVisible()
  await userEvent.click(within(builtIn).getByRole('button', { name: 'Actions for View users' }))
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
})

test('in German what is built in is named in German, and changed under its own name', async () => {
  const user = userEvent.setup()
  localStorage.setItem('gatehouse-language', 'de')
  const users = category('c2', 'User management', [
    permission('fe.secure.read.users', 'View users', { fePermission: true }),
    permission('users.tickle', 'Tickle users'),
  ])
  withCatalogue({ ...users, description: 'People, invitations and activation' })
  renderConsole('/permissions', { server })
  const row = await screen.findByRole('row', { name: /Benutzer anzeigen/ })
  expect(screen.getByText('Benutzer, Einladungen und Aktivierung')).toBeVisible()
  await user.type(screen.getByRole('searchbox'), 'anzeigen')
  await waitFor(() => expect(screen.queryByRole('row', { name: /Tickle users/ })).toBeNull())
  await user.click(within(row).getByRole('button', { name: 'Aktionen für Benutzer anzeigen' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bearbeiten' }))
  const dialog = await screen.findByRole('dialog', { name: 'Benutzer anzeigen bearbeiten' })
  expect(within(dialog).getByLabelText('Name')).toHaveValue('View users')
})

test('a permission is made in a category', async () => {
  const user = userEvent.setup()
  const asked = withCatalogue(category('c1', 'Reports', []))
  renderConsole('/permissions', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create permission' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create permission' })
  await user.type(within(dialog).getByLabelText('Name'), 'Share reports')
  await user.type(within(dialog).getByLabelText('Key'), 'reports.share')
  await user.click(within(dialog).getByRole('radio', { name: 'Restricted' }))
  await user.click(within(dialog).getByRole('button', { name: 'Create permission' }))
  expect(await screen.findByText('Share reports created')).toBeVisible()
  expect(asked).toEqual([
    [
      'POST',
      {
        name: 'Share reports',
        key: 'reports.share',
        description: '',
        categoryId: 'c1',
        assignmentType: 'NEVER',
      },
    ],
  ])
})

test('several are kept out of roles of tenants at once', async () => {
  const user = userEvent.setup()
  const asked = withCatalogue(
    category('c1', 'Reports', [permission('a', 'View reports'), permission('b', 'Share reports')]),
  )
  renderConsole('/permissions', { server })
  for (const name of ['View reports', 'Share reports']) {
    const row = await screen.findByRole('row', { name: new RegExp(name) })
    await user.click(within(row).getByRole('checkbox'))
  }
  await user.click(screen.getByRole('button', { name: 'Mark as “Restricted”' }))
  expect(await screen.findByText('2 permissions updated')).toBeVisible()
  expect(asked).toEqual([['PUT', { permissionIds: ['id-a', 'id-b'], type: 'NEVER' }]])
})

test('a category is made, and an empty one goes', async () => {
  const user = userEvent.setup()
  const asked = withCatalogue(category('c1', 'Reports', [permission('a', 'View reports')]), category('c2', 'Old', []))
  renderConsole('/permissions', { server })
  await user.click(await screen.findByRole('button', { name: 'Create category' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create category' })
  await user.type(within(dialog).getByLabelText('Name'), 'Billing')
  await user.click(within(dialog).getByRole('button', { name: 'Create category' }))
  await waitFor(() => expect(asked).toEqual([['POST', { name: 'Billing', description: '' }]]))

  await user.click(screen.getByRole('button', { name: 'Actions for Old' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Old?' })
  await user.type(within(question).getByRole('textbox'), 'Old')
  await user.click(within(question).getByRole('button', { name: 'Delete Old' }))
  await waitFor(() => expect(asked).toContainEqual(['DELETE', 'c2']))
})

test('hundreds of categories are in pages and searched, also where one is chosen', async () => {
  const user = userEvent.setup()
  const more = Array.from({ length: 300 }, (_, at) => category(`m${at}`, `More ${at}`, []))
  withCatalogue(category('c1', 'Reports', [permission('a', 'View reports')]), ...more)
  renderConsole('/permissions', { server })
  const list = within(await screen.findByRole('region', { name: 'Categories' }))
  expect(list.getAllByRole('listitem')).toHaveLength(20)
  await user.click(list.getByRole('button', { name: 'Next page' }))
  expect(list.getByText('21–40 of 301')).toBeVisible()
  await user.type(list.getByRole('searchbox', { name: 'Search categories' }), 'more 299')
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(list.getByRole('button', { name: 'Actions for More 299' })).toBeVisible()

  await user.click(screen.getByRole('button', { name: 'Create permission' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create permission' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Category' }))
  expect(await screen.findByRole('option', { name: 'More 0' })).toBeVisible()
  expect(screen.getAllByRole('option', { name: /More/ })).toHaveLength(99)
})

test('a read-only role changes nothing', async () => {
  withCatalogue(category('c1', 'Reports', [permission('a', 'View reports')]))
  renderConsole('/permissions', { permissions: READ_ONLY, server })
  expect(await screen.findByText('View reports')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Create/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
})

test('a concurrent change is reported at its field and not undone', async () => {
  const user = userEvent.setup()
  const read = permission('a', 'View reports')
  const asked = withCatalogue(category('c1', 'Reports', [read]))
  renderConsole('/permissions', { server })
  await user.click(await screen.findByRole('button', { name: 'Actions for View reports' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit View reports' })
  Object.assign(read, { name: 'Read reports' })
  await user.type(within(dialog).getByLabelText('Name'), ' too')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/Another administrator changed this to “Read reports”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PATCH', { name: 'View reports too' }]]))
})
