import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSession } from './session'
import type { Session } from './session-interface'
import { MULTI_FACTOR } from './step-up'
import { boot, cannedServer, fakeBrowser, makeToken, recorded, refusal, signedIn } from './testing'
import { toLoginAnswer } from './token-response'

type Browser = ReturnType<typeof fakeBrowser>

const CALLBACK = 'http://gatehouse.test/oauth/callback'
const HOUR_MS = 3_600_000
const silent = () => refusal(401, 'x', 'Session not found')
const server = cannedServer(
  ...boot(),
  ...signedIn().slice(1),
  http.post('*/oauth/authorize/silent', () => silent()),
)
const open: Session[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => {
  for (const session of open.splice(0)) session.stop()
  vi.useRealTimers()
})

async function tab(browser: Browser, href = 'http://gatehouse.test/'): Promise<Session> {
  const environment = browser.tab(href)
  const made = createSession({ baseUrl: 'http://gatehouse.test', clientId: 'c1', mode: 'hosted', environment })
  open.push(made)
  await made.start()
  return made
}

async function leave(from: Session): Promise<{ state: string; nonce: string; challenge: string }> {
  const query = new URL(await from.authorizeUrl()).searchParams
  const [state = '', nonce = '', challenge = ''] = ['state', 'nonce', 'code_challenge'].map(
    (name) => query.get(name) ?? '',
  )
  return { state, nonce, challenge }
}

const comeBack = (browser: Browser, state: string) => tab(browser, `${CALLBACK}?code=xyz&state=${state}`)

/** Mocks exchanges whose tokens carry this nonce; records the requests. */
function exchange(nonce: () => string | undefined) {
  const asked: Record<string, string>[] = []
  server.use(
    http.post('*/oauth/token', async ({ request }) => {
      asked.push((await request.json()) as Record<string, string>)
      return HttpResponse.json(recorded.oauthTokens({ nonce: nonce() }))
    }),
  )
  return asked
}

test('out with a challenge, back with a code, in with the id token', async () => {
  const browser = fakeBrowser()
  const before = await tab(browser)
  expect(before.getSnapshot().status).toBe('anonymous')
  const url = new URL(await before.authorizeUrl({ prompt: 'login' }))
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'c1',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    prompt: 'login',
  })
  const asked = exchange(() => url.searchParams.get('nonce') ?? '')
  const after = await comeBack(browser, url.searchParams.get('state') ?? '')
  expect(after.getSnapshot()).toMatchObject({ status: 'authenticated', user: { id: 'u1' } })
  expect(asked).toMatchObject([{ grant_type: 'authorization_code', code: 'xyz', redirect_uri: CALLBACK }])
  expect(asked[0]?.code_verifier).toHaveLength(64)
})

test('the token of another login does not sign in', async () => {
  const browser = fakeBrowser()
  const { state } = await leave(await tab(browser))
  exchange(() => 'of-another-login')
  expect((await comeBack(browser, state)).getSnapshot().status).toBe('anonymous')

  const again = await leave(await tab(browser))
  exchange(() => undefined)
  expect((await comeBack(browser, again.state)).getSnapshot().status).toBe('anonymous')
})

test('a code that comes with no state, or one that was not given out here, is not exchanged', async () => {
  const browser = fakeBrowser()
  await leave(await tab(browser))
  const asked = exchange(() => 'n')
  await comeBack(browser, 'made-up')
  await tab(browser, `${CALLBACK}?code=xyz`)
  await comeBack(fakeBrowser(), 'of-another-browser')
  expect(asked).toEqual([])
})

test('who is sent back without a login is told why, once, and nothing is asked for in silence', async () => {
  const browser = fakeBrowser()
  const { state } = await leave(await tab(browser))
  const asked: string[] = []
  server.use(
    http.post('*/oauth/authorize/silent', () => {
      asked.push('silent')
      return silent()
    }),
  )
  const refused = `${CALLBACK}?error=access_denied&error_description=They+may+not&state=${state}`
  const back = await tab(browser, refused)
  expect(back.getSnapshot()).toMatchObject({
    status: 'anonymous',
    failure: { code: 'access_denied', message: 'They may not', status: 403 },
  })
  browser.wake()
  expect(asked).toEqual([])
  expect(back.getSnapshot().failure?.code).toBe('access_denied')
  expect((await tab(browser, refused)).getSnapshot()).toMatchObject({ status: 'anonymous', failure: undefined })
})

test('a refusal that was not asked for here is passed over', async () => {
  const browser = fakeBrowser()
  await leave(await tab(browser))
  const forged = await tab(browser, `${CALLBACK}?error=access_denied&error_description=Call+0900&state=made-up`)
  expect(forged.getSnapshot()).toMatchObject({ status: 'anonymous', failure: undefined })
})

test('two tabs that each start a login both come back with their own verifier', async () => {
  const browser = fakeBrowser()
  const [one, other] = [await leave(await tab(browser)), await leave(await tab(browser))]
  expect(one.state).not.toBe(other.state)
  for (const login of [one, other]) {
    const asked = exchange(() => login.nonce)
    expect((await comeBack(browser, login.state)).getSnapshot().status).toBe('authenticated')
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked[0]?.code_verifier))
    expect(Buffer.from(digest).toString('base64url')).toBe(login.challenge)
  }
})

test('a login comes back once, and not after an hour', async () => {
  const browser = fakeBrowser()
  const used = await leave(await tab(browser))
  const asked = exchange(() => used.nonce)
  await comeBack(browser, used.state)
  await comeBack(browser, used.state)
  expect(asked).toHaveLength(1)

  const late = await leave(await tab(browser))
  vi.setSystemTime(Date.now() + HOUR_MS)
  await comeBack(browser, late.state)
  expect(asked).toHaveLength(1)
})

test('unfinished logins do not accumulate', async () => {
  const browser = fakeBrowser()
  const starter = await tab(browser)
  const kept = () => browser.storage.keys().filter((key) => key.startsWith('HOSTED_LOGIN_VERIFIER_KEY'))
  for (let started = 0; started < 25; started += 1) {
    await leave(starter)
    vi.setSystemTime(Date.now() + 1000)
  }
  expect(kept()).toHaveLength(20)
  vi.setSystemTime(Date.now() + HOUR_MS)
  const { state, nonce } = await leave(starter)
  expect(kept()).toHaveLength(1)
  exchange(() => nonce)
  expect((await comeBack(browser, state)).getSnapshot().status).toBe('authenticated')
})

test('a sign-in after a logout elsewhere does not restore the previous user', async () => {
  const browser = fakeBrowser()
  const first = await leave(await tab(browser))
  exchange(() => first.nonce)
  const here = await comeBack(browser, first.state)
  const elsewhere = await tab(browser)
  server.use(http.get('*/oauth/logout', () => new HttpResponse(null)))
  await elsewhere.logout()
  await expect.poll(() => here.getSnapshot().status).toBe('anonymous')
  await elsewhere.accept({ accessToken: makeToken({ sub: 'u2' }), expiresIn: 300 })
  await expect.poll(() => here.getSnapshot().status).toBe('authenticated')

  const asked = exchange(() => first.nonce)
  server.use(http.post('*/oauth/authorize/silent', () => HttpResponse.json(recorded.oauthTokens({ sub: 'u2' }))))
  await here.refresh()
  expect(asked).toEqual([])
  expect(here.getSnapshot().status).toBe('authenticated')
})

test('what may be had silently is had so; signing out tells OAuth, and only then leads to the login', async () => {
  const asked: string[] = []
  const told = (path: string, answer: () => Response) => {
    asked.push(path)
    return answer()
  }
  server.use(
    http.post('*/oauth/authorize/silent', () => told('silent', () => HttpResponse.json(recorded.oauthTokens()))),
    http.get('*/oauth/logout', () => told('logout', () => new HttpResponse(null))),
    http.post('*/oauth/token', () => told('token', silent)),
  )
  const here = await tab(fakeBrowser())
  expect(here.getSnapshot()).toMatchObject({ status: 'authenticated', user: { id: 'u1' } })
  expect(asked).toEqual(['silent'])
  await here.logout()
  expect(asked).toEqual(['silent', 'logout'])
  expect(here.getSnapshot()).toMatchObject({ status: 'anonymous', user: null, accessToken: null, tenants: [] })
})

test('of two applications on one page each takes back its own login', async () => {
  const browser = fakeBrowser()
  const of = async (clientId: string, href: string) => {
    const environment = browser.tab(href)
    const made = createSession({ baseUrl: 'http://gatehouse.test', clientId, mode: 'hosted', environment })
    open.push(made)
    await made.start()
    return made
  }
  const { state, nonce } = await leave(await of('c2', 'http://gatehouse.test/'))
  exchange(() => nonce)
  const page = `${CALLBACK}?code=xyz&state=${state}`
  expect((await of('c1', page)).getSnapshot().status).toBe('anonymous')
  expect((await of('c2', page)).getSnapshot().status).toBe('authenticated')
})

test('a direct action may be written in any script', async () => {
  const starter = await tab(fakeBrowser())
  const url = new URL(
    await starter.authorizeUrl({ directAction: { type: 'direct', data: 'https://bücher.test/登录' } }),
  )
  const bytes = Buffer.from(url.searchParams.get('login_direct_action') ?? '', 'base64')
  expect(JSON.parse(bytes.toString())).toEqual({ type: 'direct', data: 'https://bücher.test/登录' })
})

test('where routes stand behind a hash, the way back does, too', async () => {
  const browser = fakeBrowser()
  const options = { baseUrl: 'http://gatehouse.test', clientId: 'c1', mode: 'hosted', urlStrategy: 'hash' } as const
  const at = (href: string) => {
    const made = createSession({ ...options, environment: browser.tab(href) })
    open.push(made)
    return made
  }
  const query = new URL(await at('http://gatehouse.test/#/docs').authorizeUrl()).searchParams
  const redirectUri = 'http://gatehouse.test/#/oauth/callback'
  expect(query.get('redirect_uri')).toBe(redirectUri)
  const asked = exchange(() => query.get('nonce') ?? '')
  const back = at(`${redirectUri}?code=xyz&state=${query.get('state')}`)
  await back.start()
  expect(back.getSnapshot().status).toBe('authenticated')
  expect(asked).toMatchObject([{ redirect_uri: redirectUri }])
})

test.each([
  ['path', 'http://gatehouse.test/back'],
  ['hash', 'http://gatehouse.test/#/back'],
] as const)('the way back may be another route (%s)', async (urlStrategy, redirectUri) => {
  const options = { clientId: 'c1', mode: 'hosted', urlStrategy, hostedLoginRedirectUrl: '/back' } as const
  const made = createSession({ ...options, environment: fakeBrowser().tab('http://gatehouse.test/docs') })
  open.push(made)
  expect(new URL(await made.authorizeUrl()).searchParams.get('redirect_uri')).toBe(redirectUri)
})

test('the alias of a tenant goes along to the login and to the calls', async () => {
  const seen: (string | null)[] = []
  server.use(
    http.post('*/oauth/authorize/silent', ({ request }) => {
      seen.push(request.headers.get('frontegg-login-alias'))
      return silent()
    }),
  )
  const environment = fakeBrowser().tab()
  const made = createSession({ baseUrl: 'http://gatehouse.test', mode: 'hosted', loginAlias: 'acme', environment })
  open.push(made)
  await made.start()
  expect(seen).toEqual(['acme'])
  expect(new URL(await made.authorizeUrl()).searchParams.get('organization')).toBe('acme')
  const other = await made.authorizeUrl({ organization: 'globex', acrValues: MULTI_FACTOR, maxAge: 60 })
  expect(Object.fromEntries(new URL(other).searchParams)).toMatchObject({
    organization: 'globex',
    acr_values: MULTI_FACTOR,
    max_age: '60',
  })
})

test('a token without a lifetime lasts 300 seconds', () => {
  const { expires_in: _, ...tokens } = recorded.oauthTokens()
  expect(toLoginAnswer(tokens)).toMatchObject({ accessToken: tokens.id_token, expiresIn: 300 })
})

test('a refresh that OAuth refuses is said in the documented words, and signs out', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const browser = fakeBrowser()
  const { state, nonce } = await leave(await tab(browser))
  exchange(() => nonce)
  const here = await comeBack(browser, state)
  server.use(http.post('*/oauth/token', () => HttpResponse.json({ error: 'invalid_grant' }, { status: 400 })))
  await here.refresh()
  expect(warn).toHaveBeenCalledWith("couldn't refresh user token with oauth service", expect.anything())
  expect(here.getSnapshot()).toMatchObject({ status: 'anonymous', user: null })
  warn.mockRestore()
})
