import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot({ navigation: { provisioning: { visibility: 'byPermissions' } } }))

const ID = '00000000-0000-4000-8000-00000000000'
const CONNECTIONS = '*/directory/resources/v1/configurations/scim2'
const base = (number: number) => `https://id.example.test/frontegg/directory/resources/scim/v2.0/${ID}${number}`

const connection = (number: number, connectionName: string, more: object = {}) => ({
  id: `${ID}${number}`,
  tenantId: `${ID}9`,
  connectionName,
  source: 'okta',
  syncToUserManagement: true,
  createdAt: '2026-01-01T00:00:00Z',
  lastSync: null,
  tokenMadeAt: '2026-01-01T00:00:00Z',
  baseUrl: base(number),
  ...more,
})
const made = (number: number, connectionName: string, token: string) =>
  HttpResponse.json({ id: `${ID}${number}`, connectionName, token, baseUrl: base(number) }, { status: 201 })

function withConnections(connections: object[]) {
  server.use(
    http.get(CONNECTIONS, () => HttpResponse.json(connections)),
    http.get('*/directory/resources/scim/temp/*/Users/count', () => HttpResponse.json({ count: 1234 })),
  )
}

const open = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('connections say what they keep and when they last changed something', async () => {
  withConnections([
    connection(1, 'Staff', { lastSync: '2026-01-02T00:00:00Z' }),
    connection(2, 'Partners', { source: 'azure-ad', syncToUserManagement: false }),
  ])
  renderPortal('/provisioning', { server })
  const staff = await screen.findByRole('row', { name: /Staff/ })
  expect(within(staff).getByText('Okta')).toBeVisible()
  expect(within(staff).getByText('On')).toBeVisible()
  expect(await within(staff).findByText('1,234')).toBeVisible()
  const partners = screen.getByRole('row', { name: /Partners/ })
  expect(within(partners).getByText('Microsoft Entra ID')).toBeVisible()
  expect(within(partners).getByText('Off')).toBeVisible()
  expect(within(partners).getByText('Never')).toBeVisible()
})

test('a directory is connected, and its token is shown once beside the base URL', async () => {
  const connections: object[] = []
  withConnections(connections)
  let asked: unknown
  server.use(
    http.post(CONNECTIONS, async ({ request }) => {
      asked = await request.json()
      connections.push(connection(1, 'Staff', { source: 'okta' }))
      return made(1, 'Staff', 'the-token')
    }),
  )
  renderPortal('/provisioning', { server })
  expect(await screen.findByText('No directory connected')).toBeVisible()
  const [button] = screen.getAllByRole('button', { name: 'Connect directory' })
  if (button) await userEvent.click(button)
  const form = await screen.findByRole('dialog', { name: 'Connect directory' })
  await userEvent.click(within(form).getByRole('button', { name: 'Connect directory' }))
  expect(await within(form).findByText('Enter a name')).toBeVisible()
  await userEvent.type(within(form).getByLabelText('Name'), 'Staff')
  await userEvent.click(within(form).getByRole('button', { name: 'Connect directory' }))

  const secret = await screen.findByRole('dialog', { name: 'Save your token' })
  expect(within(secret).getByLabelText('Token')).toHaveTextContent('the-token')
  expect(within(secret).getByText(base(1))).toBeVisible()
  expect(asked).toEqual({ source: 'okta', connectionName: 'Staff', syncToUserManagement: true })
  await userEvent.click(within(secret).getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(secret).not.toBeInTheDocument())
  expect(await screen.findByRole('row', { name: /Staff/ })).toBeVisible()
  expect(screen.queryByText('the-token')).not.toBeInTheDocument()
})

test('where the browser cannot copy, it is said', async () => {
  withConnections([connection(1, 'Staff')])
  renderPortal('/provisioning', { server })
  await open('Staff', 'Copy base URL')
  expect(await screen.findByText('The base URL could not be copied')).toBeVisible()
})

test('a new token is asked for first, and shown once', async () => {
  withConnections([connection(1, 'Staff')])
  server.use(http.post(`${CONNECTIONS}/${ID}1/token`, () => made(1, 'Staff', 'another-token')))
  renderPortal('/provisioning', { server })
  await open('Staff', 'Create new token')
  const question = await screen.findByRole('dialog', { name: 'Create a new token for Staff?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Create new token' }))
  const secret = await screen.findByRole('dialog', { name: 'Save your token' })
  expect(within(secret).getByLabelText('Token')).toHaveTextContent('another-token')
})

test('it is renamed and turned off', async () => {
  const staff = connection(1, 'Staff')
  withConnections([staff])
  server.use(
    http.patch(`${CONNECTIONS}/${ID}1`, async ({ request }) => {
      Object.assign(staff, await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPortal('/provisioning', { server })
  await open('Staff', 'Rename')
  const form = await screen.findByRole('dialog', { name: 'Rename Staff' })
  await userEvent.clear(within(form).getByLabelText('Name'))
  await userEvent.type(within(form).getByLabelText('Name'), 'Everybody')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  const row = await screen.findByRole('row', { name: /Everybody/ })
  await waitFor(() => expect(form).not.toBeInTheDocument())
  await open('Everybody', 'Turn off')
  expect(await within(row).findByText('Off')).toBeVisible()
  expect(await screen.findByText('Everybody turned off')).toBeVisible()
})

test('deleting removes the provisioned users only if that is chosen', async () => {
  const connections = [connection(1, 'Staff')]
  withConnections(connections)
  let asked: unknown
  server.use(
    http.delete(`${CONNECTIONS}/${ID}1`, async ({ request }) => {
      asked = await request.json()
      connections.length = 0
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPortal('/provisioning', { server })
  await open('Staff', 'Delete')
  const question = await screen.findByRole('dialog', { name: 'Delete Staff?' })
  const button = within(question).getByRole('button', { name: 'Delete connection' })
  expect(button).toBeDisabled()
  await userEvent.click(within(question).getByRole('checkbox', { name: /Also remove its users/ }))
  await userEvent.type(within(question).getByRole('textbox'), 'Staff')
  await userEvent.click(button)
  expect(await screen.findByText('No directory connected')).toBeVisible()
  expect(asked).toEqual({ deleteAll: true })
})

test('a refusal stays in the dialog', async () => {
  withConnections([])
  server.use(
    http.post(CONNECTIONS, () =>
      refusal(409, 'provisioning.too_many', 'An organization can have at most 20 connections'),
    ),
  )
  renderPortal('/provisioning', { server })
  const [button] = await screen.findAllByRole('button', { name: 'Connect directory' })
  if (button) await userEvent.click(button)
  const form = await screen.findByRole('dialog', { name: 'Connect directory' })
  await userEvent.type(within(form).getByLabelText('Name'), 'Staff')
  await userEvent.click(within(form).getByRole('button', { name: 'Connect directory' }))
  expect(await within(form).findByText('An organization can have at most 20 connections')).toBeVisible()
})

test('a user with read-only access is offered no changes', async () => {
  withConnections([connection(1, 'Staff')])
  renderPortal('/provisioning', { server, person: readOnly('fe.secure.read.provisioningConfiguration') })
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Staff' }))
  expect(await screen.findByRole('menuitem', { name: 'Copy base URL' })).toBeVisible()
  expect(screen.getAllByRole('menuitem')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Connect directory' })).not.toBeInTheDocument()
})

test('where no directory is connected, who may only read is not asked to connect one', async () => {
  withConnections([])
  renderPortal('/provisioning', { server, person: readOnly('fe.secure.read.provisioningConfiguration') })
  expect(await screen.findByText('Administrators can connect your company directory.')).toBeVisible()
})
