import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../../testing'
import type { Application, ApplicationClient } from '../../wire'

const server = cannedServer(...boot({}))
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const CLIENTS = '*/applications/application-clients'

const LISTED = {
  id: 'a1',
  name: 'Shop',
  appURL: 'https://shop.test',
  loginURL: '',
  logoURL: '',
  type: 'web',
  frontendStack: 'react',
  description: '',
  accessType: 'FREE_ACCESS' as const,
  isDefault: true,
  isActive: true,
  integrationFinishedAt: AT.createdAt,
  ...AT,
}
const SHOP: Application = {
  ...LISTED,
  vendorId: 'v1',
  clientId: '3f0c2a6e-8f7b-4a51-9a40-0a4be9e7c1d2',
  applicationType: 'first-party',
  redirectUris: [],
  allowedOrigins: [],
  signingAlgorithm: 'ES256',
  accessTokenSeconds: null,
  refreshTokenSeconds: 86_400,
  dpopBoundAccessTokens: false,
  dpopNonce: false,
  requirePushedAuthorizationRequests: false,
  pkce: 'required',
  backchannelLogoutUri: '',
  allowDcr: false,
  hostedLogin: true,
  metadata: {},
}

const client = (name: string, facts: Partial<ApplicationClient> = {}): ApplicationClient => ({
  id: `c-${name}`,
  appId: SHOP.id,
  clientName: name,
  clientSecret: '••••••••wxyz',
  clientType: 'Agent',
  redirectURLs: ['https://agent.test/in'],
  externalMetadata: null,
  ...AT,
  ...facts,
})

/** Serves an application with its clients and applies changes. Returns the requests. */
function withClients(...clients: ApplicationClient[]) {
  const asked: unknown[] = []
  server.use(
    http.get('*/applications/v1', () => HttpResponse.json([LISTED])),
    http.get('*/applications/v1/a1', () => HttpResponse.json(SHOP)),
    http.get('*/applications/v1/credentials/a1', () => HttpResponse.json({ clientSecret: '', sharedSecret: '' })),
    http.get(`${CLIENTS}/app/a1`, () => HttpResponse.json(clients)),
    http.post(CLIENTS, async ({ request }) => {
      const body = (await request.json()) as ApplicationClient
      asked.push([request.headers.get('frontegg-requested-application-id'), body])
      clients.push(client(body.clientName))
      return HttpResponse.json(client(body.clientName, { clientSecret: 'the-whole-secret' }), { status: 201 })
    }),
    http.patch(`${CLIENTS}/:id`, async ({ request, params }) => {
      asked.push([params.id, await request.json()])
      return HttpResponse.json(clients.find(({ id }) => id === params.id))
    }),
    http.delete(`${CLIENTS}/:id`, ({ params }) => {
      asked.push(params.id)
      clients.splice(0, 1)
      return new HttpResponse(null, { status: 204 })
    }),
  )
  return { asked, clients }
}

async function drawer() {
  return within(await screen.findByRole('dialog', { name: 'Shop' }))
}

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'Actions for Planner' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('a client is made for this application, and its secret is shown once', async () => {
  const user = userEvent.setup()
  const { asked } = withClients()
  renderConsole('/applications/a1', { server })
  await user.click(await (await drawer()).findByRole('button', { name: 'Add client' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a client to Shop' }))
  const metadata = dialog.getByLabelText(/^Metadata/)
  fireEvent.change(metadata, { target: { value: '{ "team": ' } })
  await user.click(dialog.getByRole('button', { name: 'Add client' }))
  expect(await dialog.findByText('Enter a name')).toBeVisible()
  expect(dialog.getByText(/^Line 1, column 11/)).toBeVisible()
  fireEvent.change(metadata, { target: { value: '{ "team": "planning" }' } })
  await user.type(dialog.getByLabelText('Name'), 'Planner')
  await user.type(dialog.getByLabelText(/^Redirect URIs/), 'https://agent.test/in')
  await user.click(dialog.getByRole('button', { name: 'Add client' }))
  expect(await screen.findByText('the-whole-secret')).toBeVisible()
  const body = {
    clientName: 'Planner',
    clientType: 'Agent',
    redirectURLs: ['https://agent.test/in'],
    externalMetadata: { team: 'planning' },
  }
  expect(asked).toEqual([['a1', body]])
})

test('only changed fields are sent; a concurrent change is reported at its field', async () => {
  const user = userEvent.setup()
  const { asked, clients } = withClients(client('Planner'))
  renderConsole('/applications/a1', { server })
  expect(await (await drawer()).findByText('Secret ends in wxyz')).toBeVisible()
  await choose(user, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Planner' }))
  clients[0] = { ...client('Planner'), clientName: 'Theirs', redirectURLs: ['https://theirs.test/in'] }
  await user.type(dialog.getByLabelText('Name'), ' 2')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/Another administrator changed this to “Theirs”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Planner 2 updated')).toBeVisible()
  expect(asked).toEqual([['c-Planner', { clientName: 'Planner 2' }]])
})

test('an invalid address is reported at its field', async () => {
  const user = userEvent.setup()
  withClients(client('Planner'))
  const problems = ['redirect_uris.0: must be an exact https address']
  server.use(
    http.patch(`${CLIENTS}/:id`, () =>
      HttpResponse.json(
        { errors: ['x'], errorCode: 'vendor.document_refused', errorCodes: [], context: { problems } },
        { status: 400 },
      ),
    ),
  )
  renderConsole('/applications/a1', { server })
  await drawer()
  await choose(user, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Planner' }))
  await user.type(dialog.getByLabelText(/^Redirect URIs/), '{enter}nowhere')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(dialog.getByLabelText(/^Redirect URIs/)).toBeInvalid())
})

test('a client is deleted after a confirmation; a read-only role sees it and changes nothing', async () => {
  const user = userEvent.setup()
  const { asked } = withClients(client('Planner'), client('Finder'))
  const { unmount } = renderConsole('/applications/a1', { server })
  await drawer()
  await choose(user, 'Delete')
  const question = within(await screen.findByRole('dialog', { name: 'Delete Planner?' }))
  await user.click(question.getByRole('button', { name: 'Delete Planner' }))
  await waitFor(() => expect(asked).toEqual(['c-Planner']))
  unmount()
  renderConsole('/applications/a1', { permissions: READ_ONLY, server })
  const read = await drawer()
  expect(await read.findByText(/^Finder/)).toBeVisible()
  expect(read.queryByRole('button', { name: /Add client|Actions for/ })).toBeNull()
})
