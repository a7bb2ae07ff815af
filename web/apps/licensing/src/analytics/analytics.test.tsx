import { cannedServer, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { BUYER, config, portal, renderPortal } from '../testing'

// Keeps what the portal tells the analytics service.
const recorded = vi.hoisted(() => {
  const calls: unknown[][] = []
  /** The call from which on the service fails. */
  const failing = new Set<string>()
  const keep =
    (name: string) =>
    (...given: unknown[]) => {
      calls.push([name, ...given])
      if (failing.has(name)) throw new Error(`Blocked: ${name}`)
    }
  const client = {
    identify: keep('identify'),
    group: keep('group'),
    capture: keep('capture'),
    reset: keep('reset'),
  }
  const init = (...given: unknown[]) => {
    keep('init')(...given)
    return client
  }
  return { calls, failing, init }
})
vi.mock('posthog-js', () => ({ default: { init: recorded.init } }))

const server = cannedServer(...portal())
const analytics = { key: 'phc_1', host: 'https://analytics.test' }
const withKey = http.get('*/api/v1/frontegg', () => HttpResponse.json({ ...config, analytics }))
const named = (name: string) => recorded.calls.filter(([call]) => call === name)

beforeEach(() => {
  recorded.calls.length = 0
  recorded.failing.clear()
})

test('people are identified by address and grouped by organization; logging out forgets them', async () => {
  server.use(withKey)
  renderPortal('/general')
  await waitFor(() => expect(named('group')).toHaveLength(1))
  expect(named('init')).toEqual([
    [
      'init',
      'phc_1',
      expect.objectContaining({ api_host: 'https://analytics.test', person_profiles: 'identified_only' }),
    ],
  ])
  const [[, email]] = named('identify') as [[string, string]]
  expect(email).toContain('@')
  expect(named('group')).toEqual([['group', 'organization', expect.any(String), { name: expect.any(String) }]])
  // A user with an old account is not a new sign-up.
  expect(named('capture')).toEqual([])
  await userEvent.click(await screen.findByRole('button', { name: /^Account of Ada Lovelace/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(named('reset')).toEqual([['reset']])
})

test.each([
  ['local', 'password', null],
  ['google', 'social', 'google'],
  ['saml', 'sso', null],
])(
  'who has just signed up (%s) is told of with six fields, once',
  async (provider, authenticationType, socialProvider) => {
    const created = { createdAt: new Date().toISOString(), provider, email: 'new@acme.test', name: 'New Person' }
    server.use(...signedIn({ permissions: BUYER, metadata: '{}', ...created }), withKey)
    renderPortal('/general')
    await waitFor(() => expect(named('capture')).toHaveLength(1))
    expect(named('capture')[0]).toEqual([
      'capture',
      'user_signed_up',
      {
        email: 'new@acme.test',
        name: 'New Person',
        companyName: expect.stringMatching(/./),
        authenticationType,
        socialProvider,
        tenantId: expect.stringMatching(/./),
      },
    ])
  },
)

test.each([
  ['does not start', ['init'], 1],
  ['fails later', ['identify', 'reset'], 2],
])('an analytics service that %s does not disturb the portal', async (_, failing, warnings) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const name of failing) recorded.failing.add(name)
  server.use(withKey)
  const { browser } = renderPortal('/general')
  expect(await screen.findByText('Your trial ends in 14 days')).toBeVisible()
  await waitFor(() => expect(warn).toHaveBeenCalledWith('The analytics service failed:', expect.any(Error)))
  await userEvent.click(await screen.findByRole('button', { name: /^Account of Ada Lovelace/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Logout' }))
  expect(browser.visited).toEqual(['/account/logout'])
  expect(warn).toHaveBeenCalledTimes(warnings)
})

test('without a key nothing is loaded and nothing is told', async () => {
  renderPortal('/general')
  expect(await screen.findByText('Your trial ends in 14 days')).toBeVisible()
  expect(recorded.calls).toEqual([])
})
