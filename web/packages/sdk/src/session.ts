import { ApiError, networkError } from '@gatehouse/api'
import { arrivedAt } from './address'
import { bearerFetch } from './bearer'
import { browserEnvironment, type Environment } from './environment'
import { decodeToken } from './jwt'
import { embeddedMode, hostedMode } from './modes'
import { loadProfile, type Profile } from './profile'
import { isPassing, REFRESH_DELAYS, withRetry } from './retry'
import type { Session, SessionOptions } from './session-interface'
import { hasToken, type SignedIn, saysTheSame, withoutRefreshToken } from './signed-in'
import { NOBODY, type SessionState } from './state'
import { KEYS } from './storage'
import { createStore } from './store'
import { loadSurroundings } from './surroundings'
import { connectTabs, type TabNews } from './tabs'
import { createCall } from './transport'
import { type LoginAnswer, mergeUser } from './user'

/**
 * The signed-in session. `since`: when the token was issued, by this computer's clock, in milliseconds like the other
 * times.
 */
interface Current {
  readonly answer: SignedIn
  readonly profile: Profile
  readonly since: number
  readonly renewAt: number
  readonly endsAt: number
  readonly tokenTurn: number
  readonly profileTurn: number
}

/** A token is renewed after this share of its lifetime. */
const RENEW_AT = 0.8
/** Between attempts to reach the server. */
const RETRY_MS = 15_000
/** Signing out waits at most this long for the server, which is informed again at the next start. */
const GOODBYE_MS = 3000
const NOT_SWITCHED = 'The session is not in the requested tenant.'
const DEFAULT_LIFETIME_SECONDS = 300
/** Must equal the version in package.json. */
export const VERSION = '0.1.0'
const SDK_HEADER = { 'x-frontegg-sdk': `@gatehouse/sdk@${VERSION}` }

/** Headers of `fetch` take one character for each byte. */
const utf8Header = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

const reasonOf = (error: unknown) => (error as ApiError).context?.reason

export function createSession(options: SessionOptions = {}): Session {
  const environment: Environment = { ...browserEnvironment(), ...options.environment }
  const { href, storage, tabStorage } = environment
  const page = new URL(href() || (options.baseUrl ?? 'http://localhost'))
  const baseUrl = options.baseUrl ?? page.origin
  const clientId = options.appId ?? options.clientId ?? 'INVALID-CLIENT-ID'
  const { query } = arrivedAt(page.href)
  const scopedTenant = query.get('tenantId')
  const loginAlias = options.loginAlias ?? query.get('organization') ?? undefined
  const call = createCall({
    baseUrl,
    fetch: environment.fetch,
    navigate: environment.navigate,
    logLevel: options.logLevel ?? 'error',
    headers: {
      ...SDK_HEADER,
      ...(options.appId && { 'frontegg-requested-application-id': options.appId }),
      ...(scopedTenant && { 'frontegg-scoped-tenant': utf8Header(scopedTenant) }),
      ...(loginAlias && { 'frontegg-login-alias': loginAlias }),
      ...options.headers,
    },
  })
  const origins = new Set([baseUrl, page.href, ...(options.apiOrigins ?? [])].map(originOf))
  const prefix = options.urlStrategy === 'hash' ? '/#' : ''
  const redirectUri = new URL(prefix + (options.hostedLoginRedirectUrl ?? '/oauth/callback'), page).href
  /** Loaded on demand, because most pages sign users in themselves. */
  const hosted = async () => {
    const { hostedLogin } = await import('./hosted').catch((cause: unknown) => Promise.reject(networkError(cause)))
    return hostedLogin({ baseUrl, clientId, redirectUri, loginAlias, storage, call, href })
  }
  const mode = options.mode === 'hosted' ? hostedMode(call, hosted) : embeddedMode(call)
  const tabTenant = () => (options.tenantPerTab ? tabStorage.getItem(KEYS.tabTenant) : null)

  const unknown: SessionState = { status: 'loading', flags: {}, metadata: {}, ...NOBODY }
  const store = createStore<SessionState>(unknown)
  const name = `gatehouse:${baseUrl}:${clientId}`
  const leaving = `${name}.leaving`
  const tabs = connectTabs({
    name,
    parts: environment,
    storage,
    shareTokens: !options.tenantPerTab,
    onNews: hear,
  })
  // Incremented at each sign-in and sign-out: answers requested before the last one are ignored.
  let era = 0
  // Numbers tokens and profile reads in order of request, so that a slow answer does not replace a newer one.
  let turns = 0
  let current: Current | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<unknown> | undefined
  let heard: Promise<void> = Promise.resolve()
  let started: Promise<void> | undefined
  const stopWatching = environment.onAwake(() => {
    const { status, failure } = store.getSnapshot()
    const isDue = status === 'authenticated' ? Date.now() >= (current?.renewAt ?? 0) : isPassing(failure)
    if (isDue) void refresh()
  })

  /** The token's own times are by the server's clock, so they are not used. */
  function settle(now: Omit<Current, 'renewAt' | 'endsAt'>): void {
    const { answer, profile, since } = now
    const lifetime = (answer.expiresIn ?? DEFAULT_LIFETIME_SECONDS) * 1000
    current = { ...now, renewAt: since + lifetime * RENEW_AT, endsAt: since + lifetime }
    refreshIn(current.renewAt - Date.now())
    store.set({
      ...store.getSnapshot(),
      status: 'authenticated',
      failure: undefined,
      user: mergeUser(answer, profile.me),
      accessToken: answer.accessToken,
      tenants: profile.tenants,
      activeTenant: profile.activeTenant,
      entitlements: profile.entitlements,
    })
  }

  const readProfile = (bearer: string) => loadProfile(call, bearer, store.getSnapshot().flags, options.entitlements)

  function forget(failure?: ApiError, status: 'anonymous' | 'loading' = 'anonymous', ended?: unknown): void {
    era += 1
    current = undefined
    mode.forget()
    clearTimeout(timer)
    // The next login must not request a tenant that may be the cause, or that belongs to another user.
    if (!failure) tabStorage.removeItem(KEYS.tabTenant)
    store.set({ ...store.getSnapshot(), ...NOBODY, status, failure, ended } as SessionState)
  }

  function refreshIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), milliseconds)
  }

  /** Applies a token of the server or another tab. Reloads the profile only if the claims changed. */
  async function adopt(answer: SignedIn, since = Date.now()): Promise<boolean> {
    const [asked, turn] = [era, ++turns]
    const known = current && saysTheSame(current.answer, answer) ? current : undefined
    const profile = known?.profile ?? (await readProfile(answer.accessToken))
    if (asked !== era || turn < (current?.tokenTurn ?? 0)) return false
    settle({ answer, profile, since, tokenTurn: turn, profileTurn: known?.profileTurn ?? turn })
    return true
  }

  async function adoptAndTell(answer: LoginAnswer): Promise<void> {
    if (!hasToken(answer)) return
    if (await adopt(answer)) tabs.tell({ type: 'token', answer: withoutRefreshToken(answer) })
  }

  async function accept(answer: LoginAnswer): Promise<void> {
    if (!hasToken(answer)) return
    era += 1
    storage.removeItem(leaving)
    await adoptAndTell(answer)
  }

  function hear(news: TabNews, at: number): void {
    if (!started) return
    if (news.type === 'signed-out') forget()
    else heard = adopt(news.answer, at).then(nothing, nothing)
  }

  /** Renews the token in one tab at a time; resolves when the token has arrived, whichever tab requested it. */
  async function renewInTurn(ask: () => Promise<LoginAnswer>): Promise<void> {
    const asked = era
    await tabs.renewInTurn(async () => {
      if (asked !== era) return
      const answer = await withRetry(ask, REFRESH_DELAYS)
      if (asked === era) await adoptAndTell(answer)
    })
    await heard
  }

  async function refresh(): Promise<string | undefined> {
    await renewOnce()
    return store.getSnapshot().accessToken ?? undefined
  }

  /** Shares one renewal between all callers in this tab. Resolves to the error, or undefined. */
  function renewOnce(): Promise<unknown> {
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function renew(): Promise<unknown> {
    const asked = era
    try {
      await renewInTurn(() => mode.renew(tabTenant()))
      return undefined
    } catch (error) {
      if (asked === era) endOrWait(error)
      return error
    }
  }

  /** Ends the session only if the server rejects it. On a transient error, retries later. */
  function endOrWait(error: unknown): void {
    if (isPassing(error)) {
      if (!current) forget(error)
      refreshIn(RETRY_MS)
      return
    }
    if (current && !options.tenantPerTab) tabs.tell({ type: 'signed-out' })
    forget(undefined, undefined, reasonOf(error) ?? 'expired')
  }

  /**
   * Ends the session on the server. Until that succeeds it stays marked as pending, because the cookie would sign the
   * user in again.
   */
  async function end(token?: string, page?: string): Promise<string | undefined> {
    storage.setItem(leaving, 'true')
    const answer = await mode.end(token, page).catch((error: unknown) => {
      if (isPassing(error)) throw error
    })
    storage.removeItem(leaving)
    return answer?.redirectUrl
  }

  async function boot(): Promise<void> {
    const asked = era
    const surroundings = loadSurroundings(call).then((loaded) => store.set({ ...store.getSnapshot(), ...loaded }))
    try {
      if (storage.getItem(leaving)) await end()
      await renewInTurn(async () => {
        const answer = await mode.resume(tabTenant())
        await surroundings
        return answer
      })
      await surroundings
      if (asked === era && !current) forget()
    } catch (error) {
      await surroundings
      // `sentBack`: the hosted pages returned without a login.
      const isWhy = isPassing(error) || (error as ApiError).context?.sentBack
      if (asked === era) forget(isWhy ? (error as ApiError) : undefined, undefined, reasonOf(error))
    }
  }

  async function token(): Promise<string | undefined> {
    await started
    if (current && Date.now() >= current.endsAt) return refresh()
    return store.getSnapshot().accessToken ?? undefined
  }

  /** Of several calls that were rejected at once, the first renews the token; the others find its result. */
  async function replace(refused: string): Promise<string | undefined> {
    return current?.answer.accessToken === refused ? refresh() : current?.answer.accessToken
  }

  async function switchTenant(tenantId: string): Promise<void> {
    const before = tabTenant()
    const unclear = await requestTenant(tenantId)
    // A renewal that began before the switch, here or in another tab, may still return the old tenant.
    await renewing
    let failure = await renewOnce()
    const isThere = () => store.getSnapshot().user?.tenantId === tenantId
    if (!failure && !isThere()) failure = await renewOnce()
    if (isThere() && !failure) return
    if (options.tenantPerTab) {
      // The server stores no tenant for this tab, so it stays in the old one.
      if (before) tabStorage.setItem(KEYS.tabTenant, before)
      else tabStorage.removeItem(KEYS.tabTenant)
    } else if (isPassing(failure) && current) {
      // The server may be in the new tenant, so the old tenant's page is hidden until the server answers.
      forget(failure)
      refreshIn(RETRY_MS)
    }
    throw unclear ?? failure ?? new ApiError(409, 'session.tenant_not_switched', [NOT_SWITCHED])
  }

  /** Throws if the server rejected the switch. Returns the error if it may have switched nevertheless. */
  async function requestTenant(tenantId: string): Promise<ApiError | undefined> {
    const bearer = await token()
    const asked = { body: { tenantId }, ...(bearer && { token: bearer }) }
    if (options.tenantPerTab) {
      // A renewal would return the old tenant without saying why the new one is not accessible.
      await call('/identity/resources/users/v3/me/token', { method: 'POST', ...asked })
      tabStorage.setItem(KEYS.tabTenant, tenantId)
      return undefined
    }
    try {
      await call('/identity/resources/users/v1/tenant', { method: 'PUT', ...asked })
      return undefined
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return error
      throw error
    }
  }

  async function reloadUser(): Promise<void> {
    const bearer = await token()
    if (!bearer) return
    const [asked, turn] = [era, ++turns]
    const profile = await readProfile(bearer)
    if (asked !== era || !current || turn < current.profileTurn) return
    if (saysTheSame(current.answer, { accessToken: bearer })) settle({ ...current, profile, profileTurn: turn })
    // Another tab switched tenants meanwhile, so this profile belongs to the old tenant.
    else await reloadUser()
  }

  async function logout({ stay = false } = {}): Promise<boolean> {
    const bearer = current?.answer.accessToken
    const isCompanys = !stay && bearer && decodeToken(bearer).amr?.includes('sso')
    const ended = Promise.race([
      end(bearer, isCompanys ? href() : undefined).catch(nothing),
      new Promise<undefined>((resolve) => setTimeout(resolve, GOODBYE_MS)),
    ])
    // The page redirects signed-out users, so the state must not change before the provider's logout page is known.
    const way = isCompanys && (await ended)
    forget(undefined, way ? 'loading' : 'anonymous')
    tabs.tell({ type: 'signed-out' })
    if (way) {
      timer = setTimeout(forget, RETRY_MS)
      environment.navigate(way)
    }
    // The user is signed out here, whatever the server answers.
    await ended
    return !!way
  }

  return {
    baseUrl,
    mode: options.mode ?? 'embedded',
    urlStrategy: options.urlStrategy ?? 'path',
    loginAlias,
    environment,
    getSnapshot: store.getSnapshot,
    getServerSnapshot: () => unknown,
    subscribe: store.subscribe,
    start() {
      started ??= href() ? boot() : Promise.resolve()
      return started
    },
    call,
    fetch: bearerFetch({ origins, fetch: environment.fetch, token, replace }),
    async login(credentials) {
      const answer = await call<LoginAnswer>('/identity/resources/auth/v1/user', { method: 'POST', body: credentials })
      await accept(answer)
      return answer
    },
    accept,
    refresh,
    switchTenant,
    reloadUser,
    logout,
    now() {
      const { iat } = current ? decodeToken(current.answer.accessToken) : {}
      return Date.now() + (current && iat ? iat * 1000 - current.since : 0)
    },
    isCallback: () => options.mode === 'hosted' && arrivedAt(href()).address === redirectUri,
    authorizeUrl: async (wishes) => (await hosted()).authorizeUrl(wishes),
    stop() {
      era += 1
      clearTimeout(timer)
      stopWatching()
      tabs.close()
    },
  }
}

function originOf(url: string): string {
  if (!/^[\w+.-]+:\/\//.test(url)) throw new Error(`"${url}" is no whole address, like https://id.example.com`)
  return new URL(url).origin
}

const nothing = () => undefined
