import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot({ navigation: { sso: { visibility: 'byPermissions' } } }))

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`
const ALL = '*/team/resources/sso/v1/configurations'
const ONE = `${ALL}/${id(1)}`

const connection = (more: object = {}) => ({
  id: id(1),
  type: 'okta',
  enabled: false,
  enforced: false,
  overrideActiveTenant: true,
  ssoEndpoint: '',
  idpEntityId: '',
  publicCertificate: '',
  certificates: [],
  signRequest: false,
  idpInitiated: false,
  oidcLogout: false,
  oidcLogoutUri: 'https://id.test/auth/oidc/logout',
  oidcBackchannelLogoutUri: 'https://id.test/auth/oidc/backchannel-logout',
  acsUrl: 'https://id.test/auth/saml/callback',
  spEntityId: 'https://id.test/auth/saml/metadata',
  metadataSource: 'form',
  metadataUrl: '',
  oidcClientId: '',
  oidcSecret: '',
  oidcRedirectUri: 'https://id.test/account/oidc/callback',
  generatedVerification: '',
  domains: [] as object[],
  roleIds: [],
  groups: [] as object[],
  skipEmailDomainValidation: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...more,
})
const CERTIFICATE = {
  id: id(5),
  fingerprint: 'ab',
  notBefore: '2026-01-01T00:00:00Z',
  expiresAt: '2036-01-01T00:00:00Z',
}
const known = { ssoEndpoint: 'https://idp.test/sso', certificates: [CERTIFICATE] }
const domain = (more: object = {}) => ({
  id: id(2),
  domain: 'acme.test',
  validated: false,
  txtRecord: 'gatehouse-domain-verification=abc',
  missingSince: null,
  ...more,
})
const role = {
  id: id(7),
  vendorId: id(6),
  tenantId: null,
  key: 'Editor',
  name: 'Editor',
  description: '',
  isDefault: false,
  firstUserRole: false,
  level: 1,
  permissions: [],
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}

function withConnections(connections: object[]) {
  server.use(
    http.get(ALL, () => HttpResponse.json(connections)),
    http.get('*/team/resources/roles/v1', () => HttpResponse.json({ items: [role] })),
    http.get(`${ONE}/links`, () => HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } })),
  )
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const at = (step: string) => `/sso/${id(1)}?step=${step}`

test('connections show their domains and their status', async () => {
  withConnections([
    connection({ enabled: true, enforced: true, domains: [domain({ validated: true })] }),
    connection({ id: id(3), type: 'oidc' }),
  ])
  renderPortal('/sso', { server })
  const okta = await screen.findByRole('row', { name: /Okta/ })
  expect(within(okta).getByText('acme.test')).toBeVisible()
  expect(within(okta).getByText('Required')).toBeVisible()
  const other = screen.getByRole('row', { name: /OpenID Connect/ })
  expect(within(other).getByText('Off')).toBeVisible()
  expect(within(other).getByText('No domain yet')).toBeVisible()
})

test('a provider is chosen, and its set-up begins with what it has to know', async () => {
  const connections: object[] = []
  withConnections(connections)
  let asked: unknown
  server.use(
    http.post(ALL, async ({ request }) => {
      asked = await request.json()
      connections.push(connection({ type: 'azure' }))
      return HttpResponse.json(connections[0], { status: 201 })
    }),
  )
  const { place } = renderPortal('/sso', { server })
  expect(await screen.findByText('No SSO connections yet')).toBeVisible()
  const [button] = screen.getAllByRole('button', { name: 'Add connection' })
  if (button) await userEvent.click(button)
  const form = await screen.findByRole('dialog', { name: 'Add connection' })
  await waitFor(() => expect(within(form).getByRole('radio', { name: 'Okta' })).toHaveFocus())
  await userEvent.click(within(form).getByRole('radio', { name: 'Microsoft Entra ID' }))
  await userEvent.click(within(form).getByRole('button', { name: 'Add connection' }))
  expect(await screen.findByRole('heading', { name: 'Set up your provider' })).toBeVisible()
  expect(asked).toEqual({ type: 'azure', enabled: false })
  expect(place()).toBe(`/sso/${id(1)}`)
  expect(screen.getByText('Reply URL (Assertion Consumer Service URL)')).toBeVisible()
  expect(screen.getByText('https://id.test/auth/saml/callback')).toBeVisible()
  await press('Continue')
  expect(place()).toBe(at('provider'))
})

test('metadata is read from a file; what is wrong with it is said', async () => {
  const one = connection()
  withConnections([one])
  server.use(
    http.put(`${ONE}/metadata`, async ({ request }) => {
      const { metadata } = (await request.json()) as { metadata: string }
      if (metadata !== '<good/>') return refusal(400, 'sso.bad_metadata', 'There is no identity provider in it')
      Object.assign(one, known)
      return HttpResponse.json(one)
    }),
  )
  const { container } = renderPortal(at('provider'), { server })
  await screen.findByRole('button', { name: 'Upload metadata file' })
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await userEvent.upload(input, new File(['<bad/>'], 'bad.xml', { type: 'text/xml' }))
  expect(await screen.findByText('There is no identity provider in it')).toBeVisible()
  expect(input).toHaveValue('') // else the same file, mended, could not be chosen again
  await userEvent.upload(input, new File(['<good/>'], 'good.xml', { type: 'text/xml' }))
  expect(await screen.findByText('https://idp.test/sso')).toBeVisible()
  expect(screen.queryByText('There is no identity provider in it')).not.toBeInTheDocument()
})

test.each([
  ['ISO-8859-1', (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0))],
  ['UTF-16', (text: string) => new Uint8Array(Uint16Array.from(`\ufeff${text}`, (each) => each.charCodeAt(0)).buffer)],
  ['UTF-8', (text: string) => new TextEncoder().encode(text)],
] as const)('a metadata file is read in the encoding that it declares (%s)', async (encoding, encode) => {
  const text = `<?xml version="1.0" encoding="${encoding}"?><good name="Zürich"/>`
  const one = connection()
  withConnections([one])
  let sent: unknown
  server.use(
    http.put(`${ONE}/metadata`, async ({ request }) => {
      sent = await request.json()
      return HttpResponse.json(one)
    }),
  )
  const { container } = renderPortal(at('provider'), { server })
  await screen.findByRole('button', { name: 'Upload metadata file' })
  const input = container.ownerDocument.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await userEvent.upload(input, new File([encode(text)], 'idp.xml', { type: 'text/xml' }))
  await waitFor(() => expect(sent).toEqual({ metadata: text }))
})

test('a provider of OpenID Connect is typed in', async () => {
  const one = connection({ type: 'oidc' })
  withConnections([one])
  let asked: unknown
  server.use(
    http.patch(ONE, async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json(one)
    }),
  )
  renderPortal(at('provider'), { server })
  await press('Enter the issuer and client')
  const form = await screen.findByRole('dialog', { name: 'Your OpenID Connect provider' })
  await userEvent.type(within(form).getByLabelText('Issuer'), 'idp.test')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await within(form).findByText('Enter a URL that begins with https://')).toBeVisible()
  await userEvent.clear(within(form).getByLabelText('Issuer'))
  await userEvent.type(within(form).getByLabelText('Issuer'), 'https://idp.test')
  await userEvent.type(within(form).getByLabelText('Client ID'), 'us')
  await userEvent.type(within(form).getByLabelText('Client secret'), 'hidden')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(form).not.toBeInTheDocument())
  expect(asked).toEqual({ ssoEndpoint: 'https://idp.test', oidcClientId: 'us', oidcSecret: 'hidden' })
})

test('a domain shows its record until it is found', async () => {
  const waiting = domain()
  withConnections([connection({ domains: [waiting] })])
  let found = false
  server.use(
    http.put(`*/sso/v2/configurations/${id(1)}/domains/${id(2)}/validate`, () => {
      if (!found) return refusal(400, 'sso.record_missing', 'The TXT record was not found yet')
      Object.assign(waiting, { validated: true })
      return new HttpResponse(null)
    }),
  )
  renderPortal(at('domains'), { server })
  expect(await screen.findByText('gatehouse-domain-verification=abc')).toBeVisible()
  await press('Check record')
  expect(await screen.findByText('The TXT record was not found yet')).toBeVisible()
  found = true
  await press('Check record')
  expect(await screen.findByText('Validated')).toBeVisible()
  expect(screen.queryByText('gatehouse-domain-verification=abc')).not.toBeInTheDocument()
})

test.each([
  ['acme.test', 'acme.test'],
  ['https://acme.test/login?a=b', 'acme.test'],
  ['ann@acme.test', 'acme.test'],
])('a domain is read from %s', async (typed, meant) => {
  withConnections([connection()])
  let asked: unknown
  server.use(
    http.post(`${ONE}/domains`, async ({ request }) => {
      asked = await request.json()
      return HttpResponse.json(domain(), { status: 201 })
    }),
  )
  renderPortal(at('domains'), { server })
  await press('Add domain')
  const form = await screen.findByRole('dialog', { name: 'Add domain' })
  await userEvent.type(within(form).getByLabelText('Domain'), typed)
  await userEvent.click(within(form).getByRole('button', { name: 'Add domain' }))
  await waitFor(() => expect(form).not.toBeInTheDocument())
  expect(asked).toEqual({ domain: meant })
})

test('a domain is validated by a mailed code', async () => {
  withConnections([connection({ domains: [domain()] })])
  const asked: unknown[] = []
  const path = `${ONE}/domains/${id(2)}/validate/email`
  server.use(
    http.put(path, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json({ sentTo: 'postmaster@acme.test' })
    }),
    http.put(`${path}/code`, async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  renderPortal(at('domains'), { server })
  await press('Validate by email')
  const form = await screen.findByRole('dialog', { name: 'Validate acme.test by email' })
  await userEvent.click(within(form).getByRole('button', { name: 'Send code' }))
  await userEvent.type(await within(form).findByLabelText('Code'), 'A7KQ2MX4PB')
  await userEvent.click(within(form).getByRole('button', { name: 'Validate domain' }))
  await waitFor(() => expect(form).not.toBeInTheDocument())
  expect(asked).toEqual([{ mailbox: 'postmaster' }, { code: 'A7KQ2MX4PB' }])
})

test('a group of the provider gives roles', async () => {
  const one = connection({ groups: [{ id: id(4), group: 'Engineers', roleIds: [role.id] }] })
  withConnections([one])
  server.use(
    http.delete(`${ONE}/groups/${id(4)}`, () => {
      one.groups = []
      return new HttpResponse(null)
    }),
  )
  renderPortal(at('roles'), { server })
  expect(await screen.findByText('Engineers')).toBeVisible()
  expect(await screen.findByText('Editor')).toBeVisible()
  await press('Actions for Engineers')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove group' }))
  const question = await screen.findByRole('dialog', { name: 'Remove Engineers?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Remove group' }))
  expect(await screen.findByText('No group mappings yet')).toBeVisible()
})

test('a test login shows what came, what failed and how to mend it', async () => {
  withConnections([connection(known)])
  const visited: { address: string; opener: unknown }[] = []
  const tab = {
    opener: window as unknown,
    location: {
      set href(address: string) {
        visited.push({ address, opener: tab.opener })
      },
    },
    close: vi.fn(),
  }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const begun = { id: id(8), passed: null, checks: [], address: 'https://idp.test/sso?SAMLRequest=x' }
  const check = (name: string, more: object = {}) => ({
    name,
    passed: true,
    says: 'Fine',
    came: null,
    expected: null,
    mend: null,
    ...more,
  })
  const wrong = {
    passed: false,
    says: 'For another',
    came: 'https://other.test',
    expected: 'https://id.test',
    mend: 'Mend',
  }
  server.use(
    http.post(`${ONE}/tests`, () => HttpResponse.json(begun, { status: 201 })),
    http.get(`${ONE}/tests/${id(8)}`, () =>
      HttpResponse.json({
        ...begun,
        address: null,
        passed: false,
        checks: [check('signature'), check('audience', wrong)],
      }),
    ),
  )
  renderPortal(at('test'), { server })
  await press('Start test sign-in')
  expect(await screen.findByText('Waiting for your sign-in')).toBeVisible()
  // A provider's page that has its opener could send this one to another address.
  expect(visited).toEqual([{ address: begun.address, opener: null }])
  expect(screen.getByRole('link', { name: 'Open the sign-in page' })).toHaveAttribute('rel', 'noreferrer')
  expect(await screen.findByText('1 check failed', undefined, { timeout: 5000 })).toBeVisible()
  const lines = within(screen.getByRole('list', { name: 'Checks' })).getAllByRole('listitem')
  expect(lines[0]).toHaveTextContent('SignaturePassed')
  expect(lines[1]).toHaveTextContent('AudienceFailed')
  expect(lines[1]).toHaveTextContent('https://other.test')
  expect(lines[1]).toHaveTextContent('Set the audience or client ID')
})

test('it is switched on, and deleted by its name', async () => {
  const one = connection({ ...known, domains: [domain({ validated: true })] })
  const connections: object[] = [one]
  withConnections(connections)
  server.use(
    http.patch(ONE, async ({ request }) => {
      Object.assign(one, await request.json())
      return HttpResponse.json(one)
    }),
    http.delete(ONE, () => {
      connections.length = 0
      return new HttpResponse(null)
    }),
  )
  const { place } = renderPortal(at('on'), { server })
  const toggle = await screen.findByRole('switch', { name: 'Single sign-on through this provider' })
  expect(screen.getByRole('switch', { name: 'Require single sign-on' })).toBeDisabled()
  await userEvent.click(toggle)
  expect(await screen.findByText('acme.test turned on')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Require single sign-on' })).toBeEnabled())
  await press('Delete connection')
  const question = await screen.findByRole('dialog', { name: 'Delete acme.test?' })
  const button = within(question).getByRole('button', { name: 'Delete connection' })
  expect(button).toBeDisabled()
  await userEvent.type(within(question).getByRole('textbox'), 'acme.test')
  await userEvent.click(button)
  await waitFor(() => expect(place()).toBe('/sso'))
})

test('a user with read-only access is offered no changes', async () => {
  withConnections([connection({ ...known, domains: [domain()] })])
  renderPortal(at('domains'), { server, person: readOnly('fe.secure.read.samlConfiguration') })
  expect(await screen.findByText('gatehouse-domain-verification=abc')).toBeVisible()
  for (const name of ['Add domain', 'Check record', 'Actions for acme.test'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

test('where nothing is connected, who may only read is not asked to connect it', async () => {
  withConnections([])
  renderPortal('/sso', { server, person: readOnly('fe.secure.read.samlConfiguration') })
  expect(await screen.findByText('Administrators can connect your identity provider.')).toBeVisible()
})

const link = (more: object = {}) => ({
  id: id(8),
  connectionId: id(1),
  subject: 'opaque-1',
  email: 'kim@acme.test',
  userId: id(9),
  userEmail: 'kim@acme.test',
  createdAt: '2026-01-01T00:00:00Z',
  lastUsedAt: '2026-01-01T00:00:00Z',
  ...more,
})

test('linked accounts are listed, and released one by one or all at once', async () => {
  withConnections([connection({ ...known, enabled: true, domains: [domain({ validated: true })] })])
  let items = [link(), link({ id: id(4), subject: 'opaque-2', email: 'left@acme.test', userId: null, userEmail: null })]
  const released: string[] = []
  server.use(
    http.get(`${ONE}/links`, () =>
      HttpResponse.json({ items, _metadata: { totalItems: items.length, totalPages: 1 } }),
    ),
    http.delete(`${ONE}/links/:link`, ({ params }) => {
      released.push(String(params.link))
      items = items.filter((one) => one.id !== params.link)
      return new HttpResponse(null)
    }),
    http.delete(`${ONE}/links`, () => {
      items = []
      return HttpResponse.json({ released: 1 })
    }),
  )
  renderPortal(at('on'), { server })
  expect(await screen.findByText('opaque-1, last signed in as kim@acme.test')).toBeVisible()
  expect(screen.getByText('No longer a member')).toBeVisible()
  await press('Actions for left@acme.test')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unlink' }))
  const question = await screen.findByRole('dialog', { name: 'Unlink left@acme.test?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(screen.queryByText('No longer a member')).not.toBeInTheDocument())
  expect(released).toEqual([id(4)])
  await press('Unlink all accounts')
  const all = await screen.findByRole('dialog', { name: 'Unlink all accounts of acme.test?' })
  await userEvent.type(within(all).getByRole('textbox'), 'acme.test')
  await userEvent.click(within(all).getByRole('button', { name: 'Unlink all accounts' }))
  expect(await screen.findByText('No sign-ins through this connection yet')).toBeVisible()
})

test('scopes and claims of a provider are entered', async () => {
  const one = connection({ type: 'oidc', ssoEndpoint: 'https://idp.test' })
  withConnections([one])
  const sent: unknown[] = []
  server.use(
    http.patch(ONE, async ({ request }) => {
      sent.push(await request.json())
      Object.assign(one, sent.at(-1))
      return HttpResponse.json(one)
    }),
  )
  renderPortal(at('provider'), { server })
  await press('Claims and scopes')
  const form = await screen.findByRole('dialog', { name: 'Claims and scopes' })
  const field = (name: RegExp) => within(form).getByRole('textbox', { name })
  await userEvent.type(field(/^Additional scopes/), 'groups "x"')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await within(form).findByText('Scopes cannot contain quotes or non-ASCII characters')).toBeVisible()
  await userEvent.clear(field(/^Additional scopes/))
  await userEvent.type(field(/^Additional scopes/), 'groups  api://x')
  await userEvent.type(field(/^Groups claims/), 'realm_access.roles\n https://acme.test/groups ')
  await userEvent.click(within(form).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('realm_access.roles, https://acme.test/groups')).toBeVisible()
  expect(sent).toEqual([
    {
      emailClaim: '',
      groupsClaims: ['realm_access.roles', 'https://acme.test/groups'],
      groupsSeparator: '',
      oidcScopes: ['groups', 'api://x'],
    },
  ])
})

test('what a test login advises is shown by its cause, also where it passes', async () => {
  withConnections([connection({ ...known, domains: [domain({ validated: true })] })])
  const checks = [
    { name: 'groups', passed: true, says: 'Left out', mend: 'In English', code: 'groups_left_out' },
    { name: 'account', passed: false, says: 'Another', mend: 'In English', code: 'reassigned' },
  ]
  server.use(http.post(`${ONE}/tests`, () => HttpResponse.json({ id: id(9), passed: false, checks }, { status: 201 })))
  renderPortal(at('test'), { server })
  await press('Start test sign-in')
  expect(await screen.findByText(/set a group filter/)).toBeVisible()
  expect(screen.getByText('Warning')).toBeVisible()
  expect(screen.getByText(/Unlink the account in the list of linked accounts/)).toBeVisible()
})
