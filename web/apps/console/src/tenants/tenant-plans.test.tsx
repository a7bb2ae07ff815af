import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing'
import { AT, PLAN, tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

test('a plan is given until a day, and taken away again', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const given: object[] = []
  const asked: unknown[] = []
  server.use(
    http.get('*/entitlements/v2', () => HttpResponse.json({ items: given, hasNext: false })),
    http.get('*/plans/v1', () => HttpResponse.json({ items: [PLAN], hasNext: false })),
    http.post('*/entitlements/v2', async ({ request }) => {
      const body = (await request.json()) as { expirationDate: string }
      asked.push(body)
      given.push({ id: PLAN.id, planId: PLAN.id, tenantId: acme.id, createdAt: AT, updatedAt: AT, plan: PLAN, ...body })
      return HttpResponse.json(given[0])
    }),
    http.delete('*/entitlements/v2/:id', ({ params }) => {
      asked.push(params.id)
      given.pop()
      return HttpResponse.json(null)
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  expect(await within(drawer).findByText('No plan')).toBeVisible()
  await userEvent.click(within(drawer).getByRole('button', { name: 'Grant plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Grant a plan to Acme' })
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Plan' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Team' }))
  const end = within(dialog).getByLabelText(/Last day/)
  await userEvent.type(end, '2020-05-05')
  const passed = 'This date is in the past. If you save it, access ends immediately.'
  expect(await within(dialog).findByText(passed)).toBeVisible()
  await userEvent.clear(end)
  await userEvent.type(end, '2027-03-31')
  expect(within(dialog).queryByText(passed)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Grant plan' }))
  expect(await within(drawer).findByText('until Mar 31, 2027 (UTC)')).toBeVisible()
  const expirationDate = '2027-03-31T23:59:59.000Z'
  expect(asked).toEqual([{ planId: PLAN.id, tenantId: acme.id, expirationDate }])

  await userEvent.click(within(drawer).getByRole('button', { name: 'Revoke Team' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revoke Team' }))
  const question = await screen.findByRole('dialog', { name: 'Revoke Team from Acme?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Revoke Team' }))
  expect(await within(drawer).findByText('No plan')).toBeVisible()
  expect(asked.at(-1)).toBe(PLAN.id)
})
