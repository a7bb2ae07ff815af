import { delay, HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import manifest from '../package.json'
import type { Environment } from './environment'
import { createSession, VERSION } from './session'
import type { Session, SessionOptions } from './session-interface'
import { safeStorage } from './storage'
import { boot, fakeBrowser, foreignServer, makeToken, notSignedIn, refusal, signedIn } from './testing'

const REFRESH = '*/identity/resources/auth/v1/user/token/refresh'
const server = foreignServer()
const open: Session[] = []

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  for (const session of open.splice(0)) session.stop()
  vi.useRealTimers()
})

function session(browser = fakeBrowser(), options: SessionOptions = {}): Session {
  const made = createSession({ baseUrl: 'http://gatehouse.test', environment: browser.tab(), ...options })
  open.push(made)
  return made
}

/** Counts the renewals a server saw, each answered with a fresh token. */
function countRefreshes(claims: () => object = () => ({})) {
  const seen = { count: 0 }
  server.use(
    http.post(REFRESH, () => {
      seen.count += 1
      return HttpResponse.json({ accessToken: makeToken({ ...claims() }), expiresIn: 300 })
    }),
  )
  return seen
}

test('no session at start means anonymous, and nothing is tried again', async () => {
  let tries = 0
  server.use(...boot())
  server.use(
    http.post(REFRESH, async ({ request }) => {
      tries += 1
      expect(await request.json()).toEqual({ tenantId: null })
      return refusal(401, 'x', 'Session not found')
    }),
  )
  const anyone = session()
  expect(anyone.getSnapshot().status).toBe('loading')
  await anyone.start()
  expect(anyone.getSnapshot()).toMatchObject({ status: 'anonymous', user: null })
  expect(anyone.getSnapshot()).toHaveProperty('failure', undefined)
  expect(tries).toBe(1)
})

test('a cookie restores user, tenants, flags and metadata', async () => {
  server.use(...boot({ theme: { a: 1 } }), ...signedIn({ name: 'Grace' }))
  const restored = session()
  await restored.start()
  expect(restored.getSnapshot()).toMatchObject({
    status: 'authenticated',
    user: { id: 'u1', name: 'Grace' },
    activeTenant: { name: 'Acme' },
    metadata: { theme: { a: 1 } },
  })
})

test('a server that is going away is asked again after one and two seconds, then said to have failed', async () => {
  const at: number[] = []
  server.use(...boot())
  server.use(
    http.post(REFRESH, () => {
      at.push(Date.now())
      return refusal(503, 'x', 'Away')
    }),
  )
  const unlucky = session()
  const started = unlucky.start()
  await vi.advanceTimersByTimeAsync(4000)
  await started
  expect(at).toHaveLength(3)
  expect(Number(at[1]) - Number(at[0])).toBeGreaterThanOrEqual(1000)
  expect(Number(at[2]) - Number(at[1])).toBeGreaterThanOrEqual(2000)
  expect(unlucky.getSnapshot()).toMatchObject({ status: 'anonymous', failure: { status: 503 } })
})

test('the tenants endpoint follows the flag', async () => {
  server.use(...signedIn())
  server.use(
    http.get('*/flags', () => HttpResponse.json({ admin_portal_use_current_user_tenants_v1_endpoint: 'on' })),
    http.get('*/metadata', () => HttpResponse.json({ rows: [] })),
    http.get('*/identity/resources/users/v1/me/tenants', () =>
      HttpResponse.json({ tenants: [{ tenantId: 'old', name: 'Old way' }] }),
    ),
  )
  const flagged = session()
  await flagged.start()
  expect(flagged.getSnapshot().tenants).toMatchObject([{ name: 'Old way' }])
})

test('a profile that is refused undoes the login and says why', async () => {
  server.use(...boot(), ...notSignedIn(), ...signedIn().slice(1))
  server.use(
    http.post('*/identity/resources/auth/v1/user', () => HttpResponse.json({ accessToken: makeToken() })),
    http.get('*/identity/resources/users/v2/me', () => refusal(403, 'x', 'Your account is disabled')),
  )
  const disabled = session()
  await disabled.start()
  await expect(disabled.login({ email: 'a@b.c', password: 'x' })).rejects.toThrow('Your account is disabled')
  expect(disabled.getSnapshot().status).toBe('anonymous')
})

test('a profile that does not come is asked for three times, two seconds apart', async () => {
  const asked: number[] = []
  server.use(...boot(), ...signedIn())
  server.use(
    http.get('*/identity/resources/users/v2/me', () => {
      asked.push(Date.now())
      return refusal(503, 'server.busy', 'Busy')
    }),
  )
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const made = session()
  const started = made.start()
  for (const count of [1, 2, 3]) {
    await expect.poll(() => asked.length).toBe(count)
    await vi.advanceTimersByTimeAsync(2000)
  }
  await started
  expect(asked).toHaveLength(3)
  for (const [index, at] of asked.slice(1).entries()) expect(at - (asked[index] ?? 0)).toBeGreaterThanOrEqual(2000)
  expect(made.getSnapshot()).toMatchObject({ status: 'anonymous', failure: { status: 503 } })
})

test('the token is renewed when four fifths of its life are over', async () => {
  server.use(...boot(), ...signedIn())
  const seen = countRefreshes()
  const kept = session()
  await kept.start()
  const first = kept.getSnapshot().accessToken
  await vi.advanceTimersByTimeAsync(238_000)
  expect(seen.count).toBe(1)
  await vi.advanceTimersByTimeAsync(4_000)
  await expect.poll(() => kept.getSnapshot().accessToken).not.toBe(first)
  expect(seen.count).toBe(2)
})

test('a refused renewal signs out; a broken server only delays it', async () => {
  server.use(...boot(), ...signedIn())
  const kept = session()
  await kept.start()

  server.use(http.post(REFRESH, () => HttpResponse.error()))
  const renewal = kept.refresh()
  await vi.advanceTimersByTimeAsync(4000)
  await renewal
  expect(kept.getSnapshot().status).toBe('authenticated')

  server.use(http.post(REFRESH, () => refusal(401, 'x', 'Session not found')))
  expect(await kept.refresh()).toBeUndefined()
  expect(kept.getSnapshot()).toMatchObject({ status: 'anonymous', user: null, accessToken: null, ended: 'expired' })
})

test.each(['a renewal', 'the start'])(
  'why a session ended is known after %s, and forgotten by signing out',
  async (when) => {
    const body = { errors: ['Session not found'], errorCode: 'session.not_found', context: { reason: 'by_you' } }
    server.use(...boot(), ...signedIn())
    const kept = session()
    const refused = http.post(REFRESH, () => HttpResponse.json(body, { status: 401 }))
    if (when === 'the start') server.use(refused)
    await kept.start()
    server.use(refused)
    await kept.refresh()
    expect(kept.getSnapshot()).toMatchObject({ status: 'anonymous', ended: 'by_you' })
    expect(kept.getSnapshot().failure).toBeUndefined()
    server.use(http.post('*/identity/resources/auth/v1/logout', () => new HttpResponse(null)))
    await kept.logout()
    expect(kept.getSnapshot()).toMatchObject({ status: 'anonymous', ended: undefined })
  },
)

test('a computer that wakes long after the token ended, without a network, is still signed in when it is back', async () => {
  server.use(...boot(), ...signedIn())
  const browser = fakeBrowser()
  const kept = session(browser)
  await kept.start()
  const first = kept.getSnapshot().accessToken

  server.use(http.post(REFRESH, () => HttpResponse.error()))
  vi.setSystemTime(Date.now() + 3_600_000)
  browser.wake()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(kept.getSnapshot().status).toBe('authenticated')

  const seen = countRefreshes()
  browser.wake()
  await expect.poll(() => kept.getSnapshot().accessToken).not.toBe(first)
  expect(seen.count).toBe(1)
})

test('a start without a network is made up for when the network is back', async () => {
  server.use(...boot(), ...signedIn())
  server.use(http.post(REFRESH, () => HttpResponse.error()))
  const browser = fakeBrowser()
  const late = session(browser)
  const started = late.start()
  await vi.advanceTimersByTimeAsync(4000)
  await started
  expect(late.getSnapshot()).toMatchObject({ status: 'anonymous', failure: { status: 0 } })

  countRefreshes()
  browser.wake()
  await expect.poll(() => late.getSnapshot().status).toBe('authenticated')
  expect(late.getSnapshot().failure).toBeUndefined()
})

test('a connection that never answers is given up', async () => {
  const timeouts: AbortController[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const made = new AbortController()
    timeouts.push(made)
    return made.signal
  })
  server.use(...boot())
  server.use(http.post(REFRESH, () => delay('infinite')))
  const stuck = session()
  const started = stuck.start()
  for (let tries = 0; tries < 3; tries += 1) {
    await vi.advanceTimersByTimeAsync(2500)
    for (const timeout of timeouts) timeout.abort()
  }
  await started
  expect(stuck.getSnapshot()).toMatchObject({ status: 'anonymous', failure: { status: 0 } })
})

test('a rate limit does not end the session and is not retried at once', async () => {
  let asked = 0
  const tooMany = http.post(REFRESH, () => {
    asked += 1
    return refusal(429, 'rate_limit.exceeded', 'Too many requests')
  })
  server.use(...boot(), ...signedIn())
  const browser = fakeBrowser()
  const [kept, neighbor] = [session(browser), session(browser)]
  await Promise.all([kept.start(), neighbor.start()])
  server.use(tooMany)
  await kept.refresh()
  expect(asked).toBe(1)
  expect(kept.getSnapshot().status).toBe('authenticated')
  expect(neighbor.getSnapshot().status).toBe('authenticated')

  const arrived = session()
  await arrived.start()
  expect(arrived.getSnapshot()).toMatchObject({ status: 'anonymous', failure: { status: 429 } })
})

test('callers that ask at once share one renewal', async () => {
  server.use(...boot(), ...signedIn())
  const seen = countRefreshes()
  const kept = session()
  await kept.start()
  const [one, two] = await Promise.all([kept.refresh(), kept.refresh()])
  expect(one).toBe(two)
  expect(seen.count).toBe(2)
})

test('three tabs that renew at once ask the server once, and all get the token', async () => {
  server.use(...boot(), ...signedIn())
  const browser = fakeBrowser()
  const tabs = [session(browser), session(browser), session(browser)]
  for (const tab of tabs) await tab.start()
  const seen = countRefreshes()
  const tokens = await Promise.all(tabs.map((tab) => tab.refresh()))
  expect(seen.count).toBe(1)
  expect(new Set(tokens).size).toBe(1)
})

test('tabs that open at once restore the session with one call', async () => {
  server.use(...boot(), ...signedIn())
  const seen = countRefreshes()
  const browser = fakeBrowser()
  const tabs = [session(browser), session(browser)]
  await Promise.all(tabs.map((tab) => tab.start()))
  expect(seen.count).toBe(1)
  for (const tab of tabs) expect(tab.getSnapshot().status).toBe('authenticated')
})

test('a tab whose neighbor renewed, then died before it could say so, renews by itself', async () => {
  server.use(...boot(), ...signedIn())
  const browser = fakeBrowser()
  const survivor = session(browser)
  await survivor.start()
  const seen = countRefreshes()

  const name = 'gatehouse:http://gatehouse.test:INVALID-CLIENT-ID'
  const neighbor = browser.tab().locks?.request(name, async () => browser.storage.setItem(`${name}.token`, '99'))
  const renewed = survivor.refresh()
  await neighbor
  await vi.advanceTimersByTimeAsync(600)
  await renewed
  expect(seen.count).toBe(1)
})

test('a logout in one tab signs every tab out, and a login signs every tab in', async () => {
  let ended = 0
  server.use(...boot(), ...signedIn())
  server.use(
    http.post('*/identity/resources/auth/v1/logout', () => {
      ended += 1
      return new HttpResponse(null, { status: 200 })
    }),
    http.post('*/identity/resources/auth/v1/user', () => HttpResponse.json({ accessToken: makeToken() })),
  )
  const browser = fakeBrowser()
  const [one, other] = [session(browser), session(browser)]
  await one.start()
  await other.start()

  await one.logout()
  await expect.poll(() => other.getSnapshot().status).toBe('anonymous')
  expect(ended).toBe(1)

  await other.login({ email: 'ada@acme.test', password: 'x' })
  await expect.poll(() => one.getSnapshot()).toMatchObject({ status: 'authenticated', user: { id: 'u1' } })
})

test('logout holds although the server cannot be reached, and late answers do not undo it', async () => {
  server.use(...boot(), ...signedIn())
  server.use(http.post('*/identity/resources/auth/v1/logout', () => HttpResponse.error()))
  const kept = session()
  await kept.start()
  const late = kept.refresh()
  await kept.logout()
  await late
  expect(kept.getSnapshot().status).toBe('anonymous')
})

test('a logout while a login is on its way to the other tabs stays one', async () => {
  server.use(...boot(), ...notSignedIn(), ...signedIn().slice(1))
  server.use(
    http.post('*/identity/resources/auth/v1/user', () => HttpResponse.json({ accessToken: makeToken() })),
    http.post('*/identity/resources/auth/v1/logout', () => new HttpResponse(null)),
  )
  const browser = fakeBrowser()
  const [one, other] = [session(browser), session(browser)]
  await one.start()
  await other.start()
  server.use(
    http.get('*/identity/resources/users/v2/me', async () => {
      await one.logout()
      return HttpResponse.json({ id: 'u1', roles: [], permissions: [] })
    }),
  )
  await one.login({ email: 'a@b.c', password: 'x' })
  await vi.advanceTimersByTimeAsync(100)
  expect([one, other].map((tab) => tab.getSnapshot().status)).toEqual(['anonymous', 'anonymous'])
})

test('a logout that did not reach the server is repeated before the cookie restores the session', async () => {
  const calls: string[] = []
  server.use(...boot(), ...signedIn())
  server.use(http.post('*/identity/resources/auth/v1/logout', () => HttpResponse.error()))
  const browser = fakeBrowser()
  const leaver = session(browser)
  await leaver.start()
  await leaver.logout()

  server.use(
    http.post('*/identity/resources/auth/v1/logout', () => {
      calls.push('logout')
      return new HttpResponse(null)
    }),
    http.post(REFRESH, () => {
      calls.push('refresh')
      return refusal(401, 'x', 'Session not found')
    }),
  )
  await session(browser).start()
  await session(browser).start()
  expect(calls).toEqual(['logout', 'refresh', 'refresh'])
})

test('a login makes an owed logout void', async () => {
  server.use(...boot(), ...signedIn())
  server.use(
    http.post('*/identity/resources/auth/v1/logout', () => HttpResponse.error()),
    http.post('*/identity/resources/auth/v1/user', () => HttpResponse.json({ accessToken: makeToken() })),
  )
  const browser = fakeBrowser()
  const one = session(browser)
  await one.start()
  await one.logout()
  await one.login({ email: 'a@b.c', password: 'x' })
  const reopened = session(browser)
  await reopened.start()
  expect(reopened.getSnapshot().status).toBe('authenticated')
})

test('a tab that was frozen knows that the token it hears is old', async () => {
  server.use(...boot(), ...signedIn())
  const browser = fakeBrowser()
  const frozen = session(browser)
  await frozen.start()
  const news: { postMessage(message: object): void } | undefined = browser
    .tab()
    .openChannel?.('gatehouse:http://gatehouse.test:INVALID-CLIENT-ID')
  const answer = { accessToken: makeToken(), expiresIn: 300 }
  const seen = countRefreshes()
  news?.postMessage({ type: 'token', answer, number: 7, at: Date.now() - 3_600_000 })
  await expect.poll(() => seen.count).toBe(1)
})

test('where the browser forbids storage, locks and channels, one is signed in all the same', async () => {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  server.use(...boot(), ...signedIn())
  const environment: Partial<Environment> = {
    ...fakeBrowser().tab(),
    storage: safeStorage(forbidden),
    tabStorage: safeStorage(forbidden),
    openChannel: forbidden,
    locks: { request: async () => forbidden() } as unknown as LockManager,
  }
  const shut = session(fakeBrowser(), { environment })
  await shut.start()
  expect(shut.getSnapshot().status).toBe('authenticated')
  const seen = countRefreshes()
  await shut.refresh()
  expect(seen.count).toBe(1)
})

test('refresh tokens never travel between tabs', async () => {
  server.use(...boot(), ...notSignedIn(), ...signedIn().slice(1))
  server.use(
    http.post('*/identity/resources/auth/v1/user', () =>
      HttpResponse.json({ accessToken: makeToken(), refreshToken: 'secret' }),
    ),
  )
  const browser = fakeBrowser()
  const [one, other] = [session(browser), session(browser)]
  await one.start()
  await other.start()
  await one.login({ email: 'a@b.c', password: 'x' })
  await expect.poll(() => other.getSnapshot().status).toBe('authenticated')
  expect(JSON.stringify(other.getSnapshot())).not.toContain('secret')
})

test('switching the tenant renews until the token is for it', async () => {
  let tenantId = 't1'
  server.use(...boot(), ...signedIn())
  countRefreshes(() => ({ tenantId }))
  server.use(
    http.get('*/identity/resources/users/v2/me', () =>
      HttpResponse.json({ id: 'u1', tenantId, tenantIds: ['t1', 't2'], roles: [], permissions: [] }),
    ),
    http.put('*/identity/resources/users/v1/tenant', async ({ request }) => {
      expect(request.headers.get('authorization')).toMatch(/^Bearer /)
      tenantId = ((await request.json()) as { tenantId: string }).tenantId
      return new HttpResponse(null, { status: 200 })
    }),
  )
  const traveller = session()
  await traveller.start()
  await traveller.switchTenant('t2')
  expect(traveller.getSnapshot().user?.tenantId).toBe('t2')
})

test('a tab with its own tenant asks for it and hears no other', async () => {
  const asked: unknown[] = []
  server.use(...boot(), ...signedIn())
  server.use(
    http.post(REFRESH, async ({ request }) => {
      const body = (await request.json()) as { tenantId: string | null }
      asked.push(body.tenantId)
      return HttpResponse.json({ accessToken: makeToken({ tenantId: body.tenantId ?? 't1' }) })
    }),
  )
  server.use(
    http.get('*/identity/resources/users/v2/me', () => HttpResponse.json({ id: 'u1', roles: [], permissions: [] })),
  )
  server.use(
    http.post('*/users/v3/me/token', () =>
      HttpResponse.json({ accessToken: makeToken(), expires: '2030-01-01T00:00:00.000Z', expiresIn: 300 }),
    ),
  )
  const browser = fakeBrowser()
  const [one, other] = [session(browser, { tenantPerTab: true }), session(browser, { tenantPerTab: true })]
  await one.start()
  await other.start()
  await one.switchTenant('t2')
  expect(asked).toEqual([null, null, 't2'])
  expect(one.getSnapshot().user?.tenantId).toBe('t2')
  expect(other.getSnapshot().user?.tenantId).toBe('t1')
})

test('with a tenant per tab, a rejected switch is reported and the tab stays in its tenant', async () => {
  server.use(...boot(), ...signedIn())
  server.use(
    http.post('*/users/v3/me/token', () => refusal(403, 'session.second_factor_needed', 'Show a second factor')),
  )
  const environment = fakeBrowser().tab()
  const tab = session(fakeBrowser(), { environment, tenantPerTab: true })
  await tab.start()
  const before = tab.getSnapshot().user?.tenantId
  await expect(tab.switchTenant('t2')).rejects.toThrow('Show a second factor')
  expect(tab.getSnapshot().user?.tenantId).toBe(before)
  expect(environment.tabStorage?.getItem('FRONTEGG_SEPARATE_TABS_BY_TENANT')).toBeNull()
})

test('a tenant that a tab may not have any more is not asked for again', async () => {
  server.use(...boot(), ...signedIn())
  const asked: unknown[] = []
  server.use(
    http.post(REFRESH, async ({ request }) => {
      const { tenantId } = (await request.json()) as { tenantId: string | null }
      asked.push(tenantId)
      return tenantId ? refusal(403, 'x', 'No') : HttpResponse.json({ accessToken: makeToken() })
    }),
  )
  const environment = fakeBrowser().tab()
  const options = { environment, tenantPerTab: true }
  environment.tabStorage?.setItem('FRONTEGG_SEPARATE_TABS_BY_TENANT', 'gone')
  await session(fakeBrowser(), options).start()
  await session(fakeBrowser(), options).start()
  expect(asked).toEqual(['gone', null])
})

test("the token is sent only to the server, the page's origin and the listed origins", async () => {
  server.use(...boot(), ...signedIn())
  server.use(http.get('*/roles', ({ request }) => HttpResponse.json({ token: request.headers.get('authorization') })))
  const browser = fakeBrowser()
  const environment = browser.tab('http://product.test/home')
  const kept = session(browser, { environment, apiOrigins: ['http://api.product.test'] })
  await kept.start()
  const tokenAt = async (url: string) => ((await (await kept.fetch(url)).json()) as { token: string | null }).token
  const bearer = `Bearer ${kept.getSnapshot().accessToken}`
  expect(await tokenAt('http://gatehouse.test/roles')).toBe(bearer)
  expect(await tokenAt('http://product.test/roles')).toBe(bearer)
  expect(await tokenAt('http://api.product.test/roles')).toBe(bearer)
  expect(await tokenAt('http://elsewhere.test/roles')).toBeNull()
})

test('many calls that are refused at once cost one renewal, however late their answers', async () => {
  server.use(...boot(), ...signedIn())
  const burst = session()
  await burst.start()
  const ended = `Bearer ${burst.getSnapshot().accessToken}`
  server.use(
    http.get('*/roles/:wait', async ({ request, params }) => {
      await delay(Number(params.wait))
      return request.headers.get('authorization') === ended ? refusal(401, 'x', 'Ended') : HttpResponse.json([])
    }),
  )
  const seen = countRefreshes()
  const answers = [1, 1, 1, 60, 120].map((wait) => burst.fetch(`http://gatehouse.test/roles/${wait}`))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(seen.count).toBe(1)
})

test('many calls refused at once because the session is over cost one question', async () => {
  server.use(...boot(), ...signedIn())
  const burst = session()
  await burst.start()
  let asked = 0
  server.use(
    http.post(REFRESH, () => {
      asked += 1
      return refusal(401, 'x', 'Session not found')
    }),
    http.get('*/roles/:wait', async ({ params }) => {
      await delay(Number(params.wait))
      return refusal(401, 'x', 'Ended')
    }),
  )
  const answers = [1, 1, 60, 120].map((wait) => burst.fetch(`http://gatehouse.test/roles/${wait}`))
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(asked).toBe(1)
  expect(burst.getSnapshot().status).toBe('anonymous')
})

test('a reading call whose token has ended is repeated once with a new one; a change is not', async () => {
  const calls: string[] = []
  server.use(...boot(), ...signedIn())
  server.use(
    http.all('*/roles', ({ request }) => {
      calls.push(request.method)
      const isFirst = calls.filter((method) => method === request.method).length === 1
      return isFirst ? refusal(401, 'x', 'Ended') : HttpResponse.json([])
    }),
  )
  const kept = session()
  await kept.start()
  expect((await kept.fetch('http://gatehouse.test/roles')).status).toBe(200)
  expect((await kept.fetch('http://gatehouse.test/roles', { method: 'POST', body: '{}' })).status).toBe(401)
  expect(calls).toEqual(['GET', 'GET', 'POST'])
})

test('flags decide whether what the person may do is asked for apart', async () => {
  const asked: string[] = []
  const authorization = { roles: [{ id: 'r9', key: 'Owner', name: 'Owner', permissions: [] }], permissions: [] }
  server.use(
    http.get('*/flags', () =>
      HttpResponse.json({ admin_portal_should_load_authorization: 'on', admin_portal_entitlements: 'off' }),
    ),
    ...boot().slice(1),
    ...signedIn(),
    http.get('*/identity/resources/users/v1/me/authorization', () => HttpResponse.json(authorization)),
    http.get('*/entitlements/api/v2/user-entitlements', ({ request }) => {
      asked.push(request.url)
      return HttpResponse.json({})
    }),
  )
  const made = session(undefined, { entitlements: true })
  await made.start()
  expect(made.getSnapshot().user?.roles).toEqual(authorization.roles)
  expect(made.getSnapshot().entitlements).toEqual({ features: {}, plans: {}, permissions: {} })
  expect(asked).toEqual([])
})

test('calls say which library makes them, in which version', async () => {
  const said: (string | null)[] = []
  server.use(
    ...boot().slice(1),
    ...notSignedIn(),
    http.get('*/flags', ({ request }) => {
      said.push(request.headers.get('x-frontegg-sdk'))
      return HttpResponse.json({})
    }),
  )
  await session().start()
  expect(said).toEqual([`@gatehouse/sdk@${manifest.version}`])
  expect(VERSION).toBe(manifest.version)
})

test('calls say which tenant the page names, by its id and by its alias', async () => {
  const said: (string | null)[][] = []
  const note = ({ request }: { request: Request }) => {
    said.push(['frontegg-scoped-tenant', 'frontegg-login-alias'].map((name) => request.headers.get(name)))
    return refusal(401, 'x', 'Session not found')
  }
  server.use(...boot(), http.post(REFRESH, note))
  await session(fakeBrowser(), {
    environment: fakeBrowser().tab('http://gatehouse.test/docs?tenantId=t7&organization=acme'),
  }).start()
  await session().start()
  await session(fakeBrowser(), {
    environment: fakeBrowser().tab(`http://gatehouse.test/docs?tenantId=${encodeURIComponent('日本 1')}`),
  }).start()
  const bytes = Uint8Array.from(said[2]?.[0] ?? '', (letter) => letter.charCodeAt(0))
  expect(new TextDecoder().decode(bytes)).toBe('日本 1')
  expect(said.slice(0, 2)).toEqual([
    ['t7', 'acme'],
    [null, null],
  ])
})

test.each([{ baseUrl: 'id.acme.test' }, { baseUrl: '/api' }, { apiOrigins: ['api.acme.test'] }])(
  '%j is said to be no address',
  (options) => {
    expect(() => session(fakeBrowser(), options)).toThrow(/is not an absolute URL, such as https:/)
  },
)

/** Signs in through a company's identity provider. */
function throughProvider(ended: URL[], answer: object) {
  server.use(...boot(), ...signedIn())
  server.use(
    http.post(REFRESH, () => HttpResponse.json({ accessToken: makeToken({ amr: ['sso'] }), expiresIn: 300 })),
    http.post('*/identity/resources/auth/v1/logout', ({ request }) => {
      ended.push(new URL(request.url))
      return HttpResponse.json(answer, { status: 201 })
    }),
  )
}

test("single logout leads to the company's provider, and nothing redirects before", async () => {
  const ended: URL[] = []
  throughProvider(ended, { redirectUrl: 'https://gatehouse.test/on?state=s' })
  const browser = fakeBrowser()
  const [one, other] = [session(browser), session(browser)]
  await one.start()
  await other.start()
  await vi.advanceTimersByTimeAsync(100)
  expect(await one.logout()).toBe(true)
  expect(ended.map((url) => url.searchParams.get('page'))).toEqual([one.environment.href()])
  expect(browser.visited).toEqual(['https://gatehouse.test/on?state=s'])
  expect(one.getSnapshot()).toMatchObject({ status: 'loading', user: null })
  await expect.poll(() => other.getSnapshot().status).toBe('anonymous')
  // The provider could not be reached, or the user came back with the browser's back button.
  await vi.advanceTimersByTimeAsync(20_000)
  expect(one.getSnapshot().status).toBe('anonymous')
})

test('without single logout, or with `stay`, the browser stays on the page', async () => {
  const ended: URL[] = []
  throughProvider(ended, {})
  const one = session()
  await one.start()
  expect(await one.logout()).toBe(false)
  expect(one.getSnapshot().status).toBe('anonymous')

  throughProvider(ended, { redirectUrl: 'https://gatehouse.test/on?state=s' })
  const browser = fakeBrowser()
  const other = session(browser)
  await other.start()
  expect(await other.logout({ stay: true })).toBe(false)
  expect(browser.visited).toEqual([])
  expect(ended.map((url) => url.searchParams.has('page'))).toEqual([true, false])
})

test('a silent server does not delay signing out, and is informed at the next start', async () => {
  throughProvider([], {})
  const calls: string[] = []
  server.use(http.post('*/identity/resources/auth/v1/logout', () => new Promise<never>(() => undefined)))
  const browser = fakeBrowser()
  const one = session(browser)
  await one.start()
  const over = one.logout()
  await vi.advanceTimersByTimeAsync(2900)
  expect(one.getSnapshot().status).toBe('authenticated')
  await vi.advanceTimersByTimeAsync(200)
  expect(await over).toBe(false)
  expect(one.getSnapshot()).toMatchObject({ status: 'anonymous', user: null })

  server.use(
    http.post('*/identity/resources/auth/v1/logout', () => {
      calls.push('logout')
      return new HttpResponse(null)
    }),
  )
  await session(browser).start()
  expect(calls).toEqual(['logout'])
})
