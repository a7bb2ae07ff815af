import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing'
import { tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

test('a tenant is moved below another one', async () => {
  const [acme, globex] = [tenant('Acme'), tenant('Globex')]
  withTenants(acme, globex)
  const asked: unknown[] = []
  server.use(
    http.post('*/hierarchy/v1', async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move Acme' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Parent tenant' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Globex' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Move tenant' }))
  expect(await screen.findByText('Acme moved')).toBeVisible()
  expect(asked).toEqual([{ parentTenantId: globex.id, childTenantId: acme.id }])
})

test('the tenant above is called by its name, where it is shown and where it is changed', async () => {
  const user = userEvent.setup()
  const globex = tenant('Globex')
  const acme = tenant('Acme', { parentTenantId: globex.id })
  withTenants(acme, globex)
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByRole('link', { name: 'Globex' })).toBeVisible()
  await user.click(within(drawer).getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }))
  const dialog = await screen.findByRole('dialog', { name: 'Move Acme' })
  await waitFor(() => expect(within(dialog).getByRole('combobox')).toHaveValue('Globex'))
})
