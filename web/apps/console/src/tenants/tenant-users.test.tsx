import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderConsole } from '../testing'
import { AT, PLAN, tenant, tenantsOf } from './testing'

const server = cannedServer(...boot({}))
const withTenants = tenantsOf(server)

test('the details count the users and link to them', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  renderConsole(`/tenants/${acme.id}`, { server })
  const link = await screen.findByRole('link', { name: '1,234 users' })
  expect(link).toHaveAttribute('href', expect.stringContaining(`tenant=${acme.id}`))
})

test('a user is invited with a role; an existing member is reported at the email', async () => {
  const acme = tenant('Acme')
  withTenants(acme)
  const asked: unknown[] = []
  let isMember = true
  server.use(
    http.get('*/roles/v1', () =>
      HttpResponse.json([
        {
          id: PLAN.id,
          vendorId: PLAN.vendorId,
          tenantId: null,
          key: 'Admin',
          name: 'Admin',
          description: '',
          level: 0,
          isDefault: false,
          firstUserRole: false,
          permissions: [],
          createdAt: AT,
          updatedAt: AT,
        },
      ]),
    ),
    http.post('*/users/v1', async ({ request }) => {
      asked.push([request.headers.get('frontegg-tenant-id'), await request.json()])
      return isMember
        ? refusal(409, 'memberships.already_member', 'They belong to this account already')
        : new HttpResponse(null, { status: 201 })
    }),
  )
  renderConsole(`/tenants/${acme.id}`, { server })
  const drawer = await screen.findByRole('dialog', { name: 'Acme' })
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Invite user' }))
  const dialog = await screen.findByRole('dialog', { name: 'Invite a user to Acme' })
  await userEvent.type(within(dialog).getByLabelText('Email'), 'ada@acme.test')
  await userEvent.click(within(dialog).getByRole('combobox', { name: /Role/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Admin' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await within(dialog).findByText('They belong to this account already')).toBeVisible()
  isMember = false
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Invitation sent to ada@acme.test')).toBeVisible()
  expect(asked.at(-1)).toEqual([
    acme.id,
    { email: 'ada@acme.test', provider: 'local', skipInviteEmail: false, roleIds: [PLAN.id] },
  ])
})
