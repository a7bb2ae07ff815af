import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole, VENDOR_TOKEN } from '../testing'
import type { Tenant } from '../wire'

const server = cannedServer(...boot({}))

const tenant = (name: string, facts: Partial<Tenant> = {}): Tenant => ({
  id: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  tenantId: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  vendorId: '00000000-0000-4000-8000-000000000000',
  name,
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...facts,
})

/** The server's tenants, which calls change; what was asked, and under which token, is the answer. */
function withTenants(...tenants: Tenant[]) {
  const asked: unknown[] = []
  const at = (id: unknown) => tenants.findIndex((found) => found.id === id)
  server.use(
    http.get('*/tenants/v2', ({ request }) => {
      asked.push(['GET', request.headers.get('x-access-token')])
      return HttpResponse.json({ items: tenants, _metadata: { totalItems: tenants.length, totalPages: 1 } })
    }),
    http.get('*/tenants/v2/:id', ({ params }) => HttpResponse.json(tenants[at(params.id)])),
    http.post('*/tenants/v1', async ({ request }) => {
      const body = (await request.json()) as Tenant
      asked.push(['POST', body])
      tenants.push(tenant(body.name))
      return HttpResponse.json(tenant(body.name), { status: 201 })
    }),
    http.put('*/tenants/v2/:id', async ({ request, params }) => {
      const body = (await request.json()) as Tenant
      asked.push(['PUT', body])
      const changed = { ...tenants[at(params.id)], ...body } as Tenant
      tenants[at(params.id)] = changed
      return HttpResponse.json(changed)
    }),
    http.delete('*/tenants/v1/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      tenants.splice(at(params.id), 1)
      return new HttpResponse(null, { status: 200 })
    }),
  )
  return asked
}

test('every tenant is listed, under the vendor token', async () => {
  const asked = withTenants(tenant('Initrode', { isReseller: true }), tenant('Globex', { website: 'globex.test' }))
  renderConsole('/tenants', { server })
  expect(await screen.findByText('Initrode')).toBeVisible()
  expect(screen.getByText('Reseller')).toBeVisible()
  expect(screen.getByText('globex.test')).toBeVisible()
  expect(asked[0]).toEqual(['GET', VENDOR_TOKEN])
})

test('a tenant is made', async () => {
  const user = userEvent.setup()
  const asked = withTenants()
  renderConsole('/tenants', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create tenant' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create tenant' })
  await user.type(within(dialog).getByLabelText('Name'), 'Initech')
  await user.click(within(dialog).getByRole('button', { name: 'Create tenant' }))
  expect(await screen.findByText('Initech is created')).toBeVisible()
  expect(asked).toContainEqual(['POST', { name: 'Initech', website: '' }])
})

test('a tenant is renamed, and deleted when its name was typed', async () => {
  const user = userEvent.setup()
  const acme = tenant('Acme')
  const asked = withTenants(acme)
  const { place } = renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const edit = await screen.findByRole('dialog', { name: 'Edit Acme' })
  await user.clear(within(edit).getByLabelText('Name'))
  await user.type(within(edit).getByLabelText('Name'), 'Acme Ltd')
  await user.click(within(edit).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Acme Ltd is changed')).toBeVisible()
  expect(asked).toContainEqual(['PUT', { name: 'Acme Ltd' }])

  const changed = await screen.findByRole('dialog', { name: 'Acme Ltd' })
  await user.click(within(changed).getByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Acme Ltd?' })
  await user.type(within(question).getByRole('textbox'), 'Acme Ltd')
  await user.click(within(question).getByRole('button', { name: 'Delete Acme Ltd' }))
  await waitFor(() => expect(asked).toContainEqual(['DELETE', acme.id]))
  await waitFor(() => expect(place()).toBe('/tenants'))
})

test('who may only read changes nothing', async () => {
  withTenants(tenant('Initrode'))
  renderConsole('/tenants', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Initrode')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create tenant' })).toBeNull()
})
