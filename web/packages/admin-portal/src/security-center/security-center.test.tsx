import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { person, readOnly, renderPortal } from '../testing'

const server = cannedServer(...boot())

const CENTER = '*/security-center/resources'
const CONFIGURATIONS = '*/identity/resources/configurations'
const MFA = `${CONFIGURATIONS}/v1/mfa-policy`
const SESSIONS = `${CONFIGURATIONS}/sessions/v1`

const SESSION_FACTS = {
  totalUsers: 12,
  inactivity: { staleUsersCount: 2 },
  sessions: {
    configuredSessionSettings: 1,
    forceReloginRecommendation: 86_400,
    concurrencyRecommendation: 5,
    idleTimeoutRecommendation: 1800,
  },
}
const FORCE_MFA = {
  code: 'FORCE_MFA',
  severity: 'SEVERE',
  category: 'MFA',
  points: 30,
  metadata: { totalUsers: 12, mfa: { enrolledUsersCount: 4 } },
}
const BREACHED = {
  code: 'BREACHED_PASSWORDS_EXIST',
  severity: 'SEVERE',
  category: 'PASSWORD',
  points: 20,
  metadata: {
    totalUsers: 12,
    password: { breachedPasswordUsersCount: 3, historyRecommendations: 5, userLockoutRecommendation: 5 },
  },
}
const IDLE = {
  code: 'ENABLE_IDLE_SESSION',
  severity: 'WARNING',
  category: 'INACTIVITY',
  points: 6,
  metadata: SESSION_FACTS,
}
const IP = {
  code: 'ENABLE_IP_RESTRICTIONS',
  severity: 'INFO',
  category: 'IP',
  points: 5,
  metadata: { restrictions: { ipsCount: 0, domainsCount: 0 } },
}

type Item = typeof FORCE_MFA | typeof BREACHED | typeof IDLE | typeof IP

let items: Item[]
let sent: unknown[]

beforeEach(() => {
  items = [FORCE_MFA, BREACHED, IDLE, IP]
  sent = []
  server.use(
    http.get(`${CENTER}/recommendations/v1`, () =>
      HttpResponse.json({
        scoring: { score: 100 - items.reduce((sum, { points }) => sum + points, 0) },
        recommendations: { items },
      }),
    ),
    http.get(`${CENTER}/insights/v1`, () =>
      HttpResponse.json({
        insights: {
          items: [
            { code: 'PARTIAL_MFA_USAGE', category: 'MFA', metadata: FORCE_MFA.metadata },
            { code: 'PARTIAL_SESSION_SETTINGS', category: 'SESSIONS', metadata: SESSION_FACTS },
            { code: 'IP_ALLOWLIST', category: 'IP', metadata: IP.metadata },
          ],
        },
      }),
    ),
  )
})

const row = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const found = heading.closest('li')
  if (!found) throw new Error(`${name} stands in no list`)
  return within(found)
}

test('the score, what would raise it most, and what is true', async () => {
  const { place } = renderPortal('/security-center', { server })
  expect(await screen.findByText('39 of 100')).toBeVisible()
  expect(place()).toBe('/security-center/overview')
  expect(screen.getByText('“Require multi-factor authentication (MFA)” would add the most: 30 points.')).toBeVisible()
  const first = await row('Require multi-factor authentication (MFA)')
  expect(first.getByText(/4 of 12 users currently have MFA/)).toBeVisible()
  expect(first.getByText('Severe')).toBeVisible()
  expect(first.getByText('+30 points')).toBeVisible()
  expect(await screen.findByText('4 of 12 users have MFA.')).toBeVisible()
  expect(screen.getByText('1 of 3 session limits are on.')).toBeVisible()
  expect(screen.getByText('2 users have been inactive for 90 days.')).toBeVisible()
  const restrict = await row('Restrict IP addresses')
  expect(restrict.getByRole('link', { name: 'Open IP addresses' })).toHaveAttribute('href', '/security/ip')
  expect(restrict.queryByRole('button')).not.toBeInTheDocument()
})

test('one click changes the policy, and undo puts it back', async () => {
  const before = { enforceMFAType: 'DontForce', allowRememberMyDevice: true, mfaDeviceExpiration: 86_400 }
  server.use(
    http.get(MFA, () => HttpResponse.json(before)),
    http.post(MFA, async ({ request }) => {
      const body = (await request.json()) as typeof before
      sent.push(body)
      items = body.enforceMFAType === 'Force' ? [IP] : [FORCE_MFA, IP]
      return HttpResponse.json(body, { status: 201 })
    }),
  )
  renderPortal('/security-center', { server })
  const mend = 'Require multi-factor authentication (MFA): Require MFA for everyone'
  await userEvent.click(await screen.findByRole('button', { name: mend }))
  expect(await screen.findByText('MFA is now required for everyone')).toBeVisible()
  expect(await screen.findByText('95 of 100')).toBeVisible()
  expect(screen.queryByRole('button', { name: mend })).not.toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Recommendations' })).toHaveFocus())
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('65 of 100')).toBeVisible()
  expect(sent).toEqual([{ ...before, enforceMFAType: 'Force' }, before])
})

test('of sessions only the limit that is meant changes, and comes back as it was', async () => {
  const idle = { isActive: false, timeout: 3600 }
  server.use(
    http.get(SESSIONS, () =>
      HttpResponse.json({
        sessionIdleTimeoutConfiguration: idle,
        sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
        sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
      }),
    ),
    http.post(SESSIONS, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  renderPortal('/security-center', { server })
  await userEvent.click(await screen.findByRole('button', { name: /: Sign out after 30 minutes$/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(sent).toEqual([
      { sessionIdleTimeoutConfiguration: { isActive: true, timeout: 1800 } },
      { sessionIdleTimeoutConfiguration: idle },
    ]),
  )
})

test('links to reset are sent, and a refusal says why', async () => {
  let isBusy = false
  server.use(
    http.post('*/users/v1/passwords/breached/reset/bulk', () => {
      sent.push('asked')
      return isBusy
        ? refusal(429, 'rate.limited', 'Too many attempts. Try again later.')
        : new HttpResponse(null, { status: 200 })
    }),
  )
  renderPortal('/security-center', { server })
  const breached = await row('Reset breached passwords')
  expect(breached.getByText(/^3 users have a password/)).toBeVisible()
  const send = breached.getByRole('button', { name: /Send reset links$/ })
  await userEvent.click(send)
  expect(await screen.findByText('Reset links sent')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  isBusy = true
  await waitFor(() => expect(send).toBeEnabled())
  await userEvent.click(send)
  expect(await screen.findByText(/^Reset breached passwords: /)).toBeVisible()
  expect(sent).toEqual(['asked', 'asked'])
})

test('where all is well there is nothing to do', async () => {
  items = []
  renderPortal('/security-center', { server })
  expect(await screen.findByText('100 of 100')).toBeVisible()
  expect(screen.getByText('You have followed all recommendations.')).toBeVisible()
  expect(screen.getByText('No recommendations')).toBeVisible()
})

test('a user with read-only access sees no buttons', async () => {
  renderPortal('/security-center', { server, person: readOnly('fe.secure.read.securityPolicy') })
  expect(await screen.findByText('Only administrators can change these settings.')).toBeVisible()
  expect((await row('Require multi-factor authentication (MFA)')).queryByRole('button')).not.toBeInTheDocument()
  // People are behind a permission of their own.
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Overview'])
})

test('what did not come is asked for again', async () => {
  let isDown = true
  server.use(
    http.get(`${CENTER}/recommendations/v1`, () =>
      isDown
        ? refusal(403, 'access.missing_permission', 'No')
        : HttpResponse.json({ scoring: { score: 100 }, recommendations: { items: [] } }),
    ),
  )
  const { history } = renderPortal('/security-center', { server })
  expect(await screen.findByRole('alert')).toBeVisible()
  isDown = false
  history.push('/security/sessions')
  history.push('/security-center/overview')
  expect(await screen.findByText('100 of 100')).toBeVisible()
})

test('the tables ask for their preset, ten at a time', async () => {
  const asked: string[] = []
  server.use(
    http.get('*/users/v3', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(`${searchParams.get('_preset')} ${searchParams.get('_limit')}`)
      const { roles: _, roleIds: _ids, rolesIds: _older, permissions: _p, groups: _g, ...jane } = person('Jane Roe')
      const isThere = searchParams.get('_preset') === 'inactive'
      return HttpResponse.json({
        items: isThere ? [jane] : [],
        _metadata: { totalItems: isThere ? 1 : 0, totalPages: isThere ? 1 : 0 },
      })
    }),
  )
  renderPortal('/security-center/inactive', { server })
  expect(await screen.findByRole('link', { name: 'Jane Roe' })).toHaveAttribute('href', '/users/jane-roe')
  await userEvent.click(screen.getByRole('tab', { name: 'Breached passwords' }))
  expect(await screen.findByText('No breached passwords')).toBeVisible()
  await userEvent.click(screen.getByRole('tab', { name: 'No MFA' }))
  expect(await screen.findByText('All users have MFA')).toBeVisible()
  expect(asked).toEqual(['inactive 10', 'breached-passwords 10', 'mfa-unenrolled 10'])
})
