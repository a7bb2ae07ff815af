import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { contacts, READ_ONLY, renderConsole } from '../testing'

const server = cannedServer(...boot({}))
const ID = '00000000-0000-4000-8000-000000000001'
const ONE = '*/identity/resources/vendor-only/users/v1/:id'
const AT = '2026-01-01T00:00:00.000Z'
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36'

/** Serves Ada with a session, a phone number, a passkey and a connected account. Returns the requests. */
function withAda({ isFresh = true } = {}) {
  const asked: unknown[] = []
  let sessions = [
    {
      id: 's1',
      tenantId: ID,
      userAgent: CHROME,
      ipAddress: '192.0.2.7',
      createdAt: AT,
      lastUsedAt: AT,
      expiresAt: AT,
      impersonated: false,
    },
  ]
  let factors = [
    { id: 'f1', kind: 'phone', label: '+1*******123', isSecondFactor: true, createdAt: AT },
    { id: 'f2', kind: 'passkey', label: 'Her laptop', isSecondFactor: false, createdAt: AT, lastUsedAt: AT },
  ]
  let identities = [
    { id: 'i1', kind: 'social', provider: 'google', email: 'ada@g.test', createdAt: AT, lastUsedAt: AT },
  ]
  const removal = (path: string, then: (id: string) => void) =>
    http.post(`${ONE}/${path}/:part/remove`, async ({ request, params }) => {
      asked.push([path, params.part, await request.json()])
      if (!isFresh) return refusal(403, 'access.step_up_needed', 'Confirm your identity')
      then(String(params.part))
      return new HttpResponse(null, { status: 204 })
    })
  const end = (name: string) => () => {
    asked.push(name)
    sessions = []
    return new HttpResponse(null, { status: 204 })
  }
  server.use(
    ...contacts(),
    http.get('*/users/v1/query/phrase', () =>
      HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } }),
    ),
    http.get(ONE, () =>
      HttpResponse.json({
        id: ID,
        sub: ID,
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
        createdAt: AT,
        tenantId: ID,
        tenantIds: [],
        tenants: [],
        roles: [],
        permissions: [],
        subAccountAccessAllowed: false,
      }),
    ),
    http.get(`${ONE}/sessions`, () => HttpResponse.json(sessions)),
    http.get(`${ONE}/factors`, () => HttpResponse.json(factors)),
    http.get(`${ONE}/identities`, () => HttpResponse.json(identities)),
    http.delete(`${ONE}/sessions/:part`, end('one')),
    http.delete(`${ONE}/sessions`, end('all')),
    removal('factors', (id) => {
      factors = factors.filter((one) => one.id !== id)
    }),
    removal('identities', () => {
      identities = []
    }),
  )
  return asked
}

async function part(name: string) {
  const drawer = await screen.findByRole('dialog', { name: 'Ada' })
  return within(await within(drawer).findByRole('region', { name }))
}

async function choose(menu: string, action: string) {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

test('one session is ended, or all of them', async () => {
  const asked = withAda()
  renderConsole(`/people/${ID}`, { server })
  const sessions = await part('Sessions')
  expect(await sessions.findByText(/192\.0\.2\.7/)).toBeVisible()
  await choose('Actions for Chrome, Windows', 'End session')
  expect(await screen.findByText('Session for Ada ended')).toBeVisible()
  expect(await sessions.findByText('No active sessions')).toBeVisible()
  await choose('More actions', 'Sign out everywhere')
  const question = await screen.findByRole('dialog', { name: 'Sign Ada out everywhere?' })
  await userEvent.click(within(question).getByRole('button', { name: 'Sign out everywhere' }))
  expect(await screen.findByText('Ada signed out everywhere')).toBeVisible()
  expect(asked).toEqual(['one', 'all'])
})

test('a factor is removed with a reason', async () => {
  const asked = withAda()
  renderConsole(`/people/${ID}`, { server })
  const factors = await part('MFA methods and passkeys')
  expect(await factors.findByText('last use not recorded')).toBeVisible()
  await choose('Actions for Passkey: Her laptop', 'Remove')
  const dialog = await screen.findByRole('dialog', { name: 'Remove Passkey: Her laptop?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await within(dialog).findByText('Enter a reason of at least 3 characters')).toBeVisible()
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Stolen')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Sign-in method removed')).toBeVisible()
  expect(factors.queryByText('Passkey: Her laptop')).toBeNull()
  expect(asked).toEqual([['factors', 'f2', { reason: 'Stolen' }]])
})

test('an account elsewhere is unlinked; without a fresh second factor that is asked for', async () => {
  withAda({ isFresh: false })
  renderConsole(`/people/${ID}`, { server })
  await part('Connected accounts')
  await choose('Actions for google: ada@g.test', 'Unlink')
  const dialog = await screen.findByRole('dialog', { name: 'Unlink google: ada@g.test?' })
  await userEvent.type(within(dialog).getByLabelText('Reason'), 'Ticket 7')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Unlink' }))
  const ask = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  expect(within(ask).getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('a read-only role sees everything and ends nothing', async () => {
  withAda()
  renderConsole(`/people/${ID}`, { server, permissions: READ_ONLY })
  const factors = await part('MFA methods and passkeys')
  expect(await factors.findByText('Passkey: Her laptop')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
})
