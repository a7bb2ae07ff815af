import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { person, readOnly, renderPortal, role, toSingleUser } from '../testing'

const SHOWN = { apiTokens: { visibility: 'byPermissions' }, personalApiTokens: { visibility: 'byPermissions' } }
const server = cannedServer(...boot({ navigation: SHOWN }))

const ADMIN_ROLE = role('Admin')
const ADA = person('Ada Admin')
const ID = '00000000-0000-4000-8000-00000000000'
const AT = '2026-01-01T00:00:00Z'

const credentials = (number: number, description: string, more: object = {}) => ({
  clientId: `${ID}${number}`,
  description,
  metadata: {},
  createdAt: AT,
  ...more,
})
const ofTenant = (number: number, description: string, more: object = {}) => ({
  ...credentials(number, description),
  tenantId: 't1',
  createdByUserId: ADA.id,
  roleIds: [ADMIN_ROLE.id],
  permissionIds: [],
  ...more,
})

interface Answers {
  tenant?: object[]
  personal?: object[]
  access?: object[]
  strategy?: string
  enabled?: boolean
}

function withTokens({
  tenant = [],
  personal = [],
  access = [],
  strategy = 'ClientCredentials',
  enabled = true,
}: Answers) {
  server.use(
    http.get('*/tenants/api-tokens/v1', () => HttpResponse.json(tenant)),
    http.get('*/users/api-tokens/v1', () => HttpResponse.json(personal)),
    http.get('*/access-tokens/v1', () => HttpResponse.json({ accessTokens: access })),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [ADMIN_ROLE] })),
    http.get(`*/identity/resources/users/v1/${ADA.id}`, () => HttpResponse.json(toSingleUser(ADA))),
    http.get('*/identity/resources/configurations/v1/public', () =>
      HttpResponse.json({
        authStrategy: 'EmailAndPassword',
        allowSignups: true,
        allowNotVerifiedUsersLogin: false,
        apiTokensEnabled: enabled,
        forcePermissions: true,
        machineToMachineAuthStrategy: strategy,
      }),
    ),
  )
}

test("the organization's tokens say what they may, who made them and until when", async () => {
  withTokens({
    tenant: [ofTenant(1, 'Nightly import'), ofTenant(2, 'Old report', { expires: AT, roleIds: [] })],
    access: [{ id: `${ID}3`, description: 'Webhook', createdAt: AT, roleIds: [] }],
  })
  renderPortal('/api-tokens', { server })
  const row = await screen.findByRole('row', { name: /Nightly import/ })
  expect(within(row).getByText(`${ID}1`)).toBeVisible()
  expect(await within(row).findByText('Admin')).toBeVisible()
  expect(await within(row).findByText('Ada Admin')).toBeVisible()
  const old = screen.getByRole('row', { name: /Old report/ })
  expect(within(old).getByText('Expired')).toBeVisible()
  expect(within(screen.getByRole('row', { name: /Webhook/ })).getByText('Access token')).toBeVisible()
})

test('a token is made with roles and an expiry in minutes, and its secret is shown once', async () => {
  const tokens = [ofTenant(1, 'Nightly import')]
  withTokens({ tenant: tokens })
  let asked: unknown
  server.use(
    http.post('*/tenants/api-tokens/v2', async ({ request }) => {
      asked = await request.json()
      const made = ofTenant(2, 'Deploy')
      tokens.unshift(made)
      return HttpResponse.json({ ...made, secret: 'the-secret' }, { status: 201 })
    }),
  )
  renderPortal('/api-tokens', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Create token' }))
  const form = await screen.findByRole('dialog', { name: 'Create API token' })
  await userEvent.click(within(form).getByRole('button', { name: 'Create token' }))
  expect(await within(form).findByText('Enter a description')).toBeVisible()
  await userEvent.type(within(form).getByLabelText('Description'), ' Deploy ')
  await userEvent.click(within(form).getByRole('combobox', { name: /Roles/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Admin/ }))
  await userEvent.click(within(form).getByRole('button', { name: 'Create token' }))

  const secret = await screen.findByRole('dialog', { name: 'Save your token' })
  expect(within(secret).getByLabelText('Secret')).toHaveTextContent('the-secret')
  expect(within(secret).getByText(`${ID}2`)).toBeVisible()
  expect(asked).toEqual({ description: 'Deploy', roleIds: [ADMIN_ROLE.id], expiresInMinutes: 90 * 1440 })
  await userEvent.click(within(secret).getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(secret).not.toBeInTheDocument())
  const rows = await screen.findAllByRole('row')
  expect(rows.some((one) => one.textContent.includes('Deploy'))).toBe(true)
  expect(screen.queryByText('the-secret')).not.toBeInTheDocument()
})

test('a personal token has no roles, and may last for ever', async () => {
  withTokens({})
  let asked: unknown
  server.use(
    http.post('*/users/api-tokens/v1', async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json({ ...credentials(1, 'Script'), secret: 's' }, { status: 201 })
    }),
  )
  renderPortal('/personal-tokens', { server })
  const [create] = await screen.findAllByRole('button', { name: 'Create token' })
  if (create) await userEvent.click(create)
  const form = await screen.findByRole('dialog', { name: 'Create personal token' })
  expect(within(form).queryByLabelText(/Roles/)).not.toBeInTheDocument()
  await userEvent.type(within(form).getByLabelText('Description'), 'Script')
  await userEvent.click(within(form).getByRole('combobox', { name: 'Expires after' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Never' }))
  expect(within(form).getByText(/until it is deleted/)).toBeVisible()
  await userEvent.click(within(form).getByRole('button', { name: 'Create token' }))
  await screen.findByRole('dialog', { name: 'Save your token' })
  expect(asked).toEqual({ description: 'Script', expiresInMinutes: null })
})

test("the vendor's strategy decides which kind is made", async () => {
  withTokens({ strategy: 'AccessToken' })
  server.use(
    http.post('*/users/access-tokens/v1', () =>
      HttpResponse.json({ id: `${ID}1`, description: 'Script', createdAt: AT, secret: 'a.b.c' }, { status: 201 }),
    ),
  )
  renderPortal('/personal-tokens', { server })
  const [create] = await screen.findAllByRole('button', { name: 'Create token' })
  if (create) await userEvent.click(create)
  await userEvent.type(await screen.findByLabelText('Description'), 'Script')
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create token' }))
  const secret = await screen.findByRole('dialog', { name: 'Save your token' })
  expect(within(secret).getByLabelText('Access token')).toHaveTextContent('a.b.c')
})

test('where the browser cannot copy, it is said', async () => {
  withTokens({ tenant: [ofTenant(1, 'Nightly import')] })
  renderPortal('/api-tokens', { server })
  await userEvent.click(await screen.findByRole('button', { name: /^Actions for Nightly import/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Copy client ID' }))
  expect(await screen.findByText('The client ID could not be copied')).toBeVisible()
})

test('a refusal stays in the dialog', async () => {
  withTokens({})
  server.use(http.post('*/users/api-tokens/v1', () => refusal(409, 'api_tokens.too_many', 'You have 100 tokens.')))
  renderPortal('/personal-tokens', { server })
  const [create] = await screen.findAllByRole('button', { name: 'Create token' })
  if (create) await userEvent.click(create)
  await userEvent.type(await screen.findByLabelText('Description'), 'Script')
  const form = screen.getByRole('dialog')
  await userEvent.click(within(form).getByRole('button', { name: 'Create token' }))
  expect(await within(form).findByText('You have 100 tokens.')).toBeVisible()
})

test.each([
  ['credentials', 'api-tokens'],
  ['access token', 'access-tokens'],
])('%s are deleted at their own address, by name', async (_, address) => {
  const isAccess = address === 'access-tokens'
  const rows = isAccess ? [{ id: `${ID}1`, description: 'Script', createdAt: AT }] : [credentials(1, 'Script')]
  withTokens({ personal: isAccess ? [] : rows, access: isAccess ? rows : [] })
  let deleted = ''
  server.use(
    http.delete('*/identity/resources/users/*', ({ request }) => {
      deleted = new URL(request.url).pathname
      rows.length = 0
      return new HttpResponse(null)
    }),
  )
  renderPortal('/personal-tokens', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Script' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Script?' })
  const verb = within(question).getByRole('button', { name: 'Delete token' })
  expect(verb).toBeDisabled()
  await userEvent.type(within(question).getByRole('textbox'), 'Script')
  await userEvent.click(verb)
  expect(await screen.findByText('No tokens yet')).toBeVisible()
  expect(deleted).toBe(`/identity/resources/users/${address}/v1/${ID}1`)
})

test("a token's words and roles are changed, and only what was changed is sent", async () => {
  const tokens = [ofTenant(1, 'Nightly import', { roleIds: [] })]
  withTokens({ tenant: tokens })
  let asked: unknown
  server.use(
    http.patch(`*/tenants/api-tokens/v1/${ID}1`, async ({ request }) => {
      asked = await request.json()
      tokens[0] = ofTenant(1, 'Nightly import')
      return HttpResponse.json(tokens[0])
    }),
  )
  renderPortal('/api-tokens', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Nightly import' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const form = await screen.findByRole('dialog', { name: 'Edit Nightly import' })
  await userEvent.click(within(form).getByRole('combobox', { name: /Roles/ }))
  await userEvent.click(await screen.findByRole('option', { name: /Admin/ }))
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Nightly import updated')).toBeVisible()
  expect(asked).toEqual({ roleIds: [ADMIN_ROLE.id], baseRoleIds: [] })
  const row = await screen.findByRole('row', { name: /Nightly import/ })
  expect(await within(row).findByText('Admin')).toBeVisible()
})

test('a user with read-only access is offered no actions', async () => {
  withTokens({ tenant: [ofTenant(1, 'Nightly import')] })
  renderPortal('/api-tokens', { server, person: readOnly('fe.secure.read.tenantApiTokens') })
  const row = await screen.findByRole('row', { name: /Nightly import/ })
  expect(screen.queryByRole('button', { name: 'Create token' })).not.toBeInTheDocument()
  await userEvent.click(within(row).getByRole('button', { name: /Actions/ }))
  expect(await screen.findByRole('menuitem', { name: 'Copy client ID' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).not.toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Personal tokens' })).not.toBeInTheDocument()
})

test('where tokens are turned off the page says so', async () => {
  withTokens({ enabled: false })
  renderPortal('/api-tokens', { server })
  expect(await screen.findByText('API tokens are turned off')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create token' })).not.toBeInTheDocument()
})
