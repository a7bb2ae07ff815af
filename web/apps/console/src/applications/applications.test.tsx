import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Application } from '../wire'

const server = cannedServer(...boot({}))

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
  isDefault: false,
  isActive: true,
  createdAt: '2026-01-01T00:00:00Z',
  integrationFinishedAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const SHOP: Application = {
  ...LISTED,
  vendorId: 'v1',
  clientId: '3f0c2a6e-8f7b-4a51-9a40-0a4be9e7c1d2',
  applicationType: 'first-party',
  redirectUris: ['https://shop.test/in'],
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

const ACME = {
  id: 't1',
  tenantId: 't1',
  vendorId: 'v1',
  name: 'Acme',
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

/** Serves one application. Returns the requests. */
function withShop({ hint = '' } = {}) {
  const asked: unknown[] = []
  server.use(
    http.get('*/applications/v1', () => HttpResponse.json([LISTED])),
    http.get('*/applications/v1/a1', () => HttpResponse.json(SHOP)),
    http.get('*/applications/v1/credentials/a1', () => HttpResponse.json({ clientSecret: hint, sharedSecret: '' })),
    http.get('*/tenant-assignments/v1/a1', () => HttpResponse.json({ tenantIds: [] })),
    http.get('*/applications/application-clients/app/a1', () => HttpResponse.json([])),
    http.post('*/applications/v1', async ({ request }) => {
      asked.push(['POST', await request.json()])
      return HttpResponse.json(SHOP, { status: 201 })
    }),
    http.patch('*/applications/v1/a1', async ({ request }) => {
      asked.push(['PATCH', await request.json()])
      return HttpResponse.json(SHOP)
    }),
    http.post('*/applications/v1/credentials/regenerate', async ({ request }) => {
      asked.push(['SECRET', await request.json()])
      return HttpResponse.json({ clientSecret: 'the-whole-secret' }, { status: 201 })
    }),
    http.post('*/applications/v1/credentials/shared/regenerate', async ({ request }) => {
      asked.push(['SHARED', await request.json()])
      return HttpResponse.json({ sharedSecret: 'the-shared-secret' }, { status: 201 })
    }),
    http.delete('*/applications/v1/a1', () => {
      asked.push(['DELETE'])
      return new HttpResponse(null, { status: 200 })
    }),
  )
  return asked
}

test('an application is made with its addresses, one in each line', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications', { server })
  expect(await screen.findByText('https://shop.test')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create application' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create application' })
  await user.type(within(dialog).getByLabelText('Name'), 'Desk')
  await user.type(
    within(dialog).getByLabelText(/Redirect URIs/),
    'https://desk.test/a{enter}{enter} https://desk.test/b ',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Create application' }))
  expect(await screen.findByText('Desk created')).toBeVisible()
  expect(asked).toMatchObject([
    ['POST', { name: 'Desk', type: 'web', redirectUris: ['https://desk.test/a', 'https://desk.test/b'] }],
  ])
})

test('a rejected URL is reported at its field', async () => {
  const user = userEvent.setup()
  withShop()
  server.use(
    http.patch('*/applications/v1/a1', () =>
      HttpResponse.json(
        {
          errors: ['applications.shop.redirect_uris.0: must be an exact https address'],
          errorCode: 'vendor.document_refused',
          errorCodes: ['vendor.document_refused'],
          context: { problems: ['applications.shop.redirect_uris.0: must be an exact https address'] },
        },
        { status: 400 },
      ),
    ),
  )
  renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Shop' })
  await user.type(within(dialog).getByLabelText(/Redirect URIs/), '#')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText('must be an exact https address')).toBeVisible()
  expect(within(dialog).getByLabelText(/Redirect URIs/)).toBeInvalid()
})

test('what is wrong among the details that few need is shown, and keeps nothing once it is mended', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Shop' })
  const more = within(dialog).getByText('Tokens and security').closest('details') as HTMLDetailsElement
  await user.click(within(dialog).getByText('Tokens and security'))
  const lifetime = within(dialog).getByLabelText('Refresh token lifetime')
  await user.clear(lifetime)
  await user.click(within(dialog).getByText('Tokens and security'))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(lifetime).toBeInvalid())
  expect(more.open).toBe(true)
  expect(asked).toEqual([])
  await user.type(lifetime, '2')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Shop updated')).toBeVisible()
})

async function editShop(user: ReturnType<typeof userEvent.setup>) {
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Edit' }))
  return within(await screen.findByRole('dialog', { name: 'Edit Shop' }))
}

test('the hosted sign-in pages are turned off for an application', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications/a1', { server })
  const dialog = await editShop(user)
  const box = dialog.getByRole('checkbox', { name: 'Use hosted sign-in pages' })
  expect(box).toBeChecked()
  await user.click(box)
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Shop updated')).toBeVisible()
  expect(asked).toEqual([['PATCH', { hostedLogin: false }]])
})

test('metadata are JSON, and what is wrong with them is said with its place', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications/a1', { server })
  const dialog = await editShop(user)
  const metadata = dialog.getByLabelText(/Metadata/)
  const save = dialog.getByRole('button', { name: 'Save changes' })
  for (const [text, said] of [
    ['{\n  "team": "billing"\n  "stage": "live"\n}', 'Line 3, column 3: a comma or the closing bracket is missing'],
    ['{ "team": 7 }', 'The value of “team” must be a string in double quotes'],
    [`{ "team": "${'x'.repeat(1001)}" }`, '“team”: a value can have at most 1,000 characters'],
  ] as const) {
    fireEvent.change(metadata, { target: { value: text } })
    await user.click(save)
    expect(await dialog.findByText(said)).toBeVisible()
    expect(metadata).toBeInvalid()
    expect(metadata).toHaveValue(text)
  }
  fireEvent.change(metadata, { target: { value: '{ "team": "billing" }' } })
  await user.click(save)
  expect(await screen.findByText('Shop updated')).toBeVisible()
  expect(asked).toEqual([['PATCH', { metadata: { team: 'billing' } }]])
})

test('concurrent metadata is not overwritten unnoticed', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications/a1', { server })
  const dialog = await editShop(user)
  server.use(http.get('*/applications/v1/a1', () => HttpResponse.json({ ...SHOP, metadata: { team: 'theirs' } })))
  fireEvent.change(dialog.getByLabelText(/Metadata/), { target: { value: '{ "team": "mine" }' } })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/theirs/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PATCH', { metadata: { team: 'mine' } }]]))
})

test('how long its tokens live is set', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications/a1', { server })
  const dialog = await editShop(user)
  await user.click(dialog.getByText('Tokens and security'))
  const life = dialog.getByLabelText('Access token lifetime (seconds)')
  await user.type(life, '20')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText('Enter a number from 30 to 86,400, or leave empty')).toBeVisible()
  await user.type(life, '0')
  await user.click(dialog.getByRole('checkbox', { name: 'Allow dynamic client registration' }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Shop updated')).toBeVisible()
  expect(asked).toEqual([['PATCH', { accessTokenSeconds: 200, allowDcr: true }]])
})

test('an emptied life of tokens is that of the settings again', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  server.use(http.get('*/applications/v1/a1', () => HttpResponse.json({ ...SHOP, accessTokenSeconds: 200 })))
  renderConsole('/applications/a1', { server })
  const dialog = await editShop(user)
  await user.click(dialog.getByText('Tokens and security'))
  const life = dialog.getByLabelText('Access token lifetime (seconds)')
  expect(life).toHaveValue('200')
  await user.clear(life)
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PATCH', { accessTokenSeconds: null }]]))
})

test('a new secret is asked for and shown once', async () => {
  const user = userEvent.setup()
  const asked = withShop({ hint: '****1234' })
  renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  expect(await within(drawer).findByText('Ends in 1234')).toBeVisible()
  await user.click(within(drawer).getByRole('button', { name: 'Rotate secret' }))
  const question = await screen.findByRole('dialog', { name: 'Rotate the client secret for Shop?' })
  expect(within(question).getByText(/stops working immediately/)).toBeVisible()
  await user.click(within(question).getByRole('button', { name: 'Rotate secret' }))
  expect(await screen.findByText('the-whole-secret')).toBeVisible()
  expect(asked).toEqual([['SECRET', { appId: 'a1' }]])
})

test('a shared secret is made and shown once', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Create shared secret' }))
  const question = await screen.findByRole('dialog', { name: 'Rotate the shared secret for Shop?' })
  await user.click(within(question).getByRole('button', { name: 'Rotate shared secret' }))
  expect(await screen.findByText('the-shared-secret')).toBeVisible()
  expect(asked).toEqual([['SHARED', { appId: 'a1' }]])
})

test('a tenant is given the application', async () => {
  const user = userEvent.setup()
  withShop()
  const asked: unknown[] = []
  server.use(
    http.get('*/tenants/v2', () => HttpResponse.json({ items: [ACME], _metadata: { totalItems: 1, totalPages: 1 } })),
    http.get('*/tenants/v2/t1', () => HttpResponse.json(ACME)),
    http.post('*/tenant-assignments/v1/a1', async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ tenantId: 't1', appIds: ['a1'] }, { status: 201 })
    }),
  )
  renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Assign tenant' }))
  const dialog = await screen.findByRole('dialog', { name: 'Assign tenant' })
  await user.click(within(dialog).getByRole('combobox', { name: 'Tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  await user.click(within(dialog).getByRole('button', { name: 'Assign tenant' }))
  expect(await screen.findByText('Application assigned to Acme')).toBeVisible()
  expect(asked).toEqual([{ tenantId: 't1', accessType: 'FREE_ACCESS' }])
})

test('a tenant loses the application only after it is said what happens there', async () => {
  const user = userEvent.setup()
  withShop()
  const asked: unknown[] = []
  server.use(
    http.get('*/tenant-assignments/v1/a1', () => HttpResponse.json({ tenantIds: ['t1'] })),
    http.get('*/tenants/v2', () => HttpResponse.json({ items: [ACME], _metadata: { totalItems: 1, totalPages: 1 } })),
    http.delete('*/tenant-assignments/v1/a1/t1', () => {
      asked.push('TAKE')
      return new HttpResponse(null, { status: 200 })
    }),
  )
  renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Unassign Acme' }))
  const question = await screen.findByRole('dialog', { name: 'Unassign Shop from Acme?' })
  expect(question).toHaveTextContent('The application is available to all tenants, so users keep access.')
  expect(asked).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Unassign application' }))
  expect(await screen.findByText('Application unassigned from Acme')).toBeVisible()
  expect(asked).toEqual(['TAKE'])
})

test('an application goes when its name was typed; without the right nothing is offered', async () => {
  const user = userEvent.setup()
  const asked = withShop()
  const { unmount } = renderConsole('/applications/a1', { server })
  const drawer = await screen.findByRole('dialog', { name: 'Shop' })
  await user.click(await within(drawer).findByRole('button', { name: 'Delete' }))
  const question = await screen.findByRole('dialog', { name: 'Delete Shop?' })
  await user.type(within(question).getByRole('textbox'), 'Shop')
  await user.click(within(question).getByRole('button', { name: 'Delete Shop' }))
  await waitFor(() => expect(asked).toEqual([['DELETE']]))
  unmount()

  renderConsole('/applications/a1', { permissions: READ_ONLY, server })
  const read = await screen.findByRole('dialog', { name: 'Shop' })
  expect(await within(read).findByText('3f0c2a6e-8f7b-4a51-9a40-0a4be9e7c1d2')).toBeVisible()
  expect(within(read).queryByRole('button', { name: /Edit|Delete|secret|Give/ })).toBeNull()
})

test('a refusal of the list is said', async () => {
  withShop()
  server.use(http.get('*/applications/v1', () => refusal(403, 'none', 'The list is closed')))
  renderConsole('/applications', { server })
  expect(await screen.findByRole('alert')).toBeVisible()
})
