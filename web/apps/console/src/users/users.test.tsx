import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { contacts, READ_ONLY, renderConsole } from '../testing'
import type { VendorUser } from '../wire'

const server = cannedServer(...boot({}))
const TENANT = '00000000-0000-4000-8000-00000000aaaa'
const SUPPORT = ['vendor.read.*', 'vendor.write.tenants', 'vendor.write.users']

const ADA: VendorUser = {
  id: '00000000-0000-4000-8000-000000000001',
  sub: '00000000-0000-4000-8000-000000000001',
  email: 'ada@acme.test',
  name: 'Ada',
  verified: true,
  mfaEnrolled: true,
  mfaBypass: false,
  provider: 'local',
  isLocked: false,
  invisible: false,
  superUser: false,
  metadata: '{}',
  vendorMetadata: '{}',
  createdAt: '2026-01-01T00:00:00.000Z',
  tenantId: TENANT,
  tenantIds: [TENANT],
  tenants: [{ tenantId: TENANT, roles: [], isDisabled: false }],
  roles: [],
  permissions: [],
  subAccountAccessAllowed: false,
}

/** Serves one user and applies changes. Returns the requests. */
function withPerson(facts: Partial<VendorUser> = {}) {
  let person = { ...ADA, ...facts }
  const asked: unknown[] = []
  const users = '*/identity/resources/users/v1'
  const change = (name: string, then: Partial<VendorUser>) => () => {
    asked.push(name)
    person = { ...person, ...then }
    return new HttpResponse(null, { status: 200 })
  }
  const link = (path: string) =>
    http.post(`${users}/:id/links/${path}`, () => {
      asked.push(path)
      return HttpResponse.json({ userId: person.id, link: `https://id.test/${path}`, token: 'abc' }, { status: 201 })
    })
  server.use(
    ...contacts(),
    http.get(`${users}/email`, ({ request }) => {
      asked.push(['email', new URL(request.url).searchParams.get('email')])
      const isTheirs = new URL(request.url).searchParams.get('email') === 'second@acme.test'
      return isTheirs ? HttpResponse.json(person) : refusal(404, 'users.not_found', 'The user was not found')
    }),
    http.get(`${users}/query/phrase`, ({ request }) => {
      asked.push(['phrase', Object.fromEntries(new URL(request.url).searchParams)])
      return HttpResponse.json({ items: [person], _metadata: { totalItems: 1, totalPages: 1 } })
    }),
    http.get('*/vendor-only/users/v1/:id', () => HttpResponse.json(person)),
    http.get('*/tenants/v2', () =>
      HttpResponse.json({
        items: [
          {
            id: TENANT,
            tenantId: TENANT,
            vendorId: TENANT,
            name: 'Acme',
            status: 'active',
            metadata: '{}',
            isReseller: false,
            hasCustomLogin: false,
            createdAt: '2026-01-01T00:00:00Z',
            updatedAt: '2026-01-01T00:00:00Z',
          },
        ],
        _metadata: { totalItems: 1, totalPages: 1 },
      }),
    ),
    http.post(`${users}/:id/lock`, change('lock', { isLocked: true })),
    http.post(`${users}/:id/unlock`, change('unlock', { isLocked: false })),
    http.post(`${users}/:id/verify`, change('verify', { verified: true })),
    http.post('*/vendor-only/users/v1/:id/mfa/unenroll', change('unenroll', { mfaEnrolled: false })),
    http.put(`${users}/:id/email`, async ({ request }) => {
      const { email } = (await request.json()) as VendorUser
      if (email === 'taken@acme.test') return refusal(409, 'email_addresses.taken', 'Somebody else has this address')
      person = { ...person, email }
      return HttpResponse.json(person)
    }),
    http.put(`${users}/:id/superuser`, async ({ request }) => {
      const body = (await request.json()) as Pick<VendorUser, 'superUser'>
      asked.push(body)
      person = { ...person, ...body }
      return HttpResponse.json(person)
    }),
    http.get('*/vendor-only/users/v1/:id/sessions', () => HttpResponse.json([])),
    http.get('*/vendor-only/users/v1/:id/factors', () => HttpResponse.json([])),
    http.get('*/vendor-only/users/v1/:id/identities', () => HttpResponse.json([])),
    link('generate-activation-token'),
    link('generate-password-reset-token'),
  )
  return asked
}

const opened = () => screen.findByRole('dialog', { name: 'Ada' })

async function choose(drawer: HTMLElement, action: string) {
  const direct = within(drawer).queryByRole('button', { name: action })
  if (direct) return userEvent.click(direct)
  await userEvent.click(within(drawer).getByRole('button', { name: 'More actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('all users are listed by email, and a phrase filters them', async () => {
  const asked = withPerson({ isLocked: true })
  renderConsole('/people?filter=ada', { server })
  expect(await screen.findByText('ada@acme.test')).toBeVisible()
  expect(screen.getByText('Locked')).toBeVisible()
  expect(asked).toEqual([
    ['phrase', { _phraseSearchContains: 'ada', _offset: '0', _limit: '20', _order: 'ASC', _sortBy: 'email' }],
  ])
})

test('a complete email address finds the user who has it as an additional one, and otherwise is a search phrase', async () => {
  const asked = withPerson()
  const { history } = renderConsole('/people?filter=second%40acme.test', { server })
  expect(await screen.findByText('ada@acme.test')).toBeVisible()
  expect(asked).toEqual([['email', 'second@acme.test']])
  history.push('/people?filter=other%40acme.test')
  await waitFor(() =>
    expect(asked.at(-1)).toEqual(['phrase', expect.objectContaining({ _phraseSearchContains: 'other@acme.test' })]),
  )
})

test('the users of a tenant are found by its ID', async () => {
  const asked = withPerson()
  renderConsole(`/people?tenant=${TENANT}`, { server })
  expect(await screen.findByText('ada@acme.test')).toBeVisible()
  expect(asked.at(-1)).toEqual(['phrase', expect.objectContaining({ _tenantId: TENANT, _includeSubTenants: 'false' })])
})

test('the details show the tenants, and a locked user is unlocked', async () => {
  const asked = withPerson({ isLocked: true })
  renderConsole(`/people/${ADA.id}`, { server })
  const drawer = await opened()
  expect(await within(drawer).findByRole('link', { name: 'Acme' })).toHaveAttribute(
    'href',
    expect.stringContaining(`/tenants/${TENANT}`),
  )
  await userEvent.click(within(drawer).getByRole('button', { name: 'Unlock' }))
  expect(await screen.findByText('Ada unlocked')).toBeVisible()
  expect(asked).toContain('unlock')
  expect(await within(drawer).findByText('Active')).toBeVisible()
})

test('locking and taking second factors away is asked first', async () => {
  const asked = withPerson()
  renderConsole(`/people/${ADA.id}`, { server })
  const drawer = await opened()
  await choose(drawer, 'Reset MFA')
  const factors = await screen.findByRole('dialog', { name: 'Reset MFA for Ada?' })
  await userEvent.click(within(factors).getByRole('button', { name: 'Reset MFA' }))
  expect(await screen.findByText('MFA reset for Ada')).toBeVisible()
  await choose(drawer, 'Lock')
  const question = await screen.findByRole('dialog', { name: 'Lock Ada?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Lock Ada' }))
  expect(await screen.findByText('Ada locked')).toBeVisible()
  expect(asked.filter((one) => typeof one === 'string')).toEqual(['unenroll', 'lock'])
})

test('a link is made when asked, and shown once', async () => {
  const asked = withPerson({ verified: false })
  renderConsole(`/people/${ADA.id}`, { server })
  const drawer = await opened()
  await choose(drawer, 'Create password reset link')
  const question = await screen.findByRole('dialog', { name: 'Create a password reset link for Ada?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Create link' }))
  const shown = await screen.findByRole('dialog', { name: 'Password reset link for Ada' })
  expect(within(shown).getByTestId('secret')).toHaveTextContent('https://id.test/generate-password-reset-token')
  expect(asked).toContain('generate-password-reset-token')
})

test('an email address is changed; a taken one is reported at its field', async () => {
  withPerson()
  renderConsole(`/people/${ADA.id}`, { server })
  await choose(await opened(), 'Change email address')
  const dialog = await screen.findByRole('dialog', { name: 'Change the email address for Ada' })
  const field = within(dialog).getByLabelText('Email')
  await userEvent.clear(field)
  await userEvent.type(field, 'taken@acme.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change email address' }))
  expect(await within(dialog).findByText('Somebody else has this address')).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'ada@globex.test')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change email address' }))
  expect(await screen.findByText('Email address for Ada changed to ada@globex.test')).toBeVisible()
})

test('an owner makes a super user; support is not offered it', async () => {
  const asked = withPerson()
  renderConsole(`/people/${ADA.id}`, { server })
  await userEvent.click(await screen.findByRole('switch', { name: 'Super user' }))
  expect(await screen.findByText('Ada is now a super user')).toBeVisible()
  expect(asked).toContainEqual({ superUser: true })
})

test('support changes users, but not their rights across tenants', async () => {
  withPerson()
  renderConsole(`/people/${ADA.id}`, { permissions: SUPPORT, server })
  const drawer = await opened()
  expect(await within(drawer).findByRole('button', { name: 'Change email address' })).toBeVisible()
  expect(within(drawer).queryByRole('switch')).toBeNull()
})

test('a read-only role changes nothing', async () => {
  withPerson()
  renderConsole(`/people/${ADA.id}`, { permissions: READ_ONLY, server })
  const drawer = await opened()
  expect(await within(drawer).findByText('ada@acme.test')).toBeVisible()
  expect(within(drawer).queryByRole('button', { name: 'Change email address' })).toBeNull()
})

test('an unknown user is reported as not found', async () => {
  server.use(http.get('*/vendor-only/users/v1/:id', () => refusal(404, 'users.not_found', 'The user was not found')))
  withEmptyList()
  renderConsole(`/people/${ADA.id}`, { server })
  expect(await screen.findByText('User not found')).toBeVisible()
})

function withEmptyList() {
  server.use(
    http.get('*/users/v1/query/phrase', () =>
      HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } }),
    ),
  )
}
