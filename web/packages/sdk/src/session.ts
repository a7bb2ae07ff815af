import { ApiError, isTransient, networkError } from '@gatehouse/api'
import { arrivedAt } from './address'
import { bearerFetch } from './bearer'
import { browserEnvironment, type Environment } from './environment'
import { decodeToken } from './jwt'
import { embeddedMode, hostedMode } from './modes'
import { loadProfile, type Profile } from './profile'
import { REFRESH_DELAYS, withRetry } from './retry'
import type { Session, SessionOptions } from './session-interface'
import { hasToken, type SignedIn, saysTheSame, withoutRefreshToken } from './signed-in'
import { NOBODY, type SessionState } from './state'
import { KEYS } from './storage'
import { createStore } from './store'
import { loadSurroundings } from './surroundings'
import { connectTabs, type TabNews } from './tabs'
import { createCall } from './transport'
import { type LoginAnswer, mergeUser } from './user'

/** Who is signed in. `since`: when the token was made, by this computer's clock, in milliseconds as the other times. */
interface Current {
  readonly answer: SignedIn
  readonly profile: Profile
  readonly since: number
  readonly renewAt: number
  readonly endsAt: number
  readonly tokenTurn: number
  readonly profileTurn: number
}

/** A token is renewed when this share of its life is over. */
const RENEW_AT = 0.8
/** Between rounds of asking a server that cannot be reached. */
const RETRY_MS = 15_000
/** Whoever signs out looks no longer than this at a server that is silent. It is told again at the next start. */
const GOODBYE_MS = 3000
const NOT_SWITCHED = 'The session is not in the requested tenant.'
const DEFAULT_LIFETIME_SECONDS = 300
/** As in package.json. */
export const VERSION = '0.1.0'
const SDK_HEADER = { 'x-frontegg-sdk': `@gatehouse/sdk@${VERSION}` }

/** `fetch` takes a letter for each byte of a header. */
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
  /** Most pages sign people in themselves. */
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
  // Counts sign-ins and sign-outs: an answer that was asked for before one of them comes too late to matter.
  let era = 0
  // Numbers tokens and readings of the profile as they come in, so that a slow one does not undo a newer one.
  let turns = 0
  let current: Current | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<unknown> | undefined
  let heard: Promise<void> = Promise.resolve()
  let started: Promise<void> | undefined
  const stopWatching = environment.onAwake(() => {
    const { status, failure } = store.getSnapshot()
    const isDue = status === 'authenticated' ? Date.now() >= (current?.renewAt ?? 0) : isTransient(failure)
    if (isDue) void refresh()
  })

  /** What the token says of time is the server's clock, and is not asked. */
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
    // The next login must not ask for a tenant that may be the reason, or another person's.
    if (!failure) tabStorage.removeItem(KEYS.tabTenant)
    store.set({ ...store.getSnapshot(), ...NOBODY, status, failure, ended } as SessionState)
  }

  function refreshIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), milliseconds)
  }

  /** Takes a token from the server or from another tab. The profile is read again only when the token says more. */
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

  /** In turn with the other tabs; done when the token has arrived, whichever tab fetched it. */
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

  /** One renewal at a time, shared by all callers in this tab. Why it failed, undefined when it did not. */
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

  /** Only the server's word ends a session: without a network, or while the server is away, it is asked again. */
  function endOrWait(error: unknown): void {
    if (isTransient(error)) {
      if (!current) forget(error)
      refreshIn(RETRY_MS)
      return
    }
    if (current && !options.tenantPerTab) tabs.tell({ type: 'signed-out' })
    forget(undefined, undefined, reasonOf(error) ?? 'expired')
  }

  /** Says good-bye to the server. Until that has worked it is owed: the cookie would sign the person in again. */
  async function end(token?: string, page?: string): Promise<string | undefined> {
    storage.setItem(leaving, 'true')
    const answer = await mode.end(token, page).catch((error: unknown) => {
      if (isTransient(error)) throw error
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
      // `sentBack`: by the hosted pages, without a login.
      const isWhy = isTransient(error) || (error as ApiError).context?.sentBack
      if (asked === era) forget(isWhy ? (error as ApiError) : undefined, undefined, reasonOf(error))
    }
  }

  async function token(): Promise<string | undefined> {
    await started
    if (current && Date.now() >= current.endsAt) return refresh()
    return store.getSnapshot().accessToken ?? undefined
  }

  /** Of many calls that were refused at once, the first renews; the others find its token, or that there is none. */
  async function replace(refused: string): Promise<string | undefined> {
    return current?.answer.accessToken === refused ? refresh() : current?.answer.accessToken
  }

  async function switchTenant(tenantId: string): Promise<void> {
    const before = tabTenant()
    const unclear = await requestTenant(tenantId)
    // One that began before the switch, here or in another tab, may still bring the old tenant.
    await renewing
    let failure = await renewOnce()
    const isThere = () => store.getSnapshot().user?.tenantId === tenantId
    if (!failure && !isThere()) failure = await renewOnce()
    if (isThere() && !failure) return
    if (options.tenantPerTab) {
      // The server keeps no tenant for this tab: it stays where it was.
      if (before) tabStorage.setItem(KEYS.tabTenant, before)
      else tabStorage.removeItem(KEYS.tabTenant)
    } else if (isTransient(failure) && current) {
      // The server may be in the other tenant: the page of the old one is shown no longer, until the server has said.
      forget(failure)
      refreshIn(RETRY_MS)
    }
    throw unclear ?? failure ?? new ApiError(409, 'session.tenant_not_switched', [NOT_SWITCHED])
  }

  /** Throws where the server has refused. The error is returned where it may have switched all the same. */
  async function requestTenant(tenantId: string): Promise<ApiError | undefined> {
    const bearer = await token()
    const asked = { body: { tenantId }, ...(bearer && { token: bearer }) }
    if (options.tenantPerTab) {
      // A renewal would not say why a tenant lets nobody in, but bring the one before.
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
    // Another tab went to another tenant meanwhile: this profile is not that tenant's.
    else await reloadUser()
  }

  async function logout({ stay = false } = {}): Promise<boolean> {
    const bearer = current?.answer.accessToken
    const isCompanys = !stay && bearer && decodeToken(bearer).amr?.includes('sso')
    const ended = Promise.race([
      end(bearer, isCompanys ? href() : undefined).catch(nothing),
      new Promise<undefined>((resolve) => setTimeout(resolve, GOODBYE_MS)),
    ])
    // Whoever is nobody is led elsewhere by the page, which must not be left before the way is known.
    const way = isCompanys && (await ended)
    forget(undefined, way ? 'loading' : 'anonymous')
    tabs.tell({ type: 'signed-out' })
    if (way) {
      timer = setTimeout(forget, RETRY_MS)
      environment.navigate(way)
    }
    // Whatever the server says, nobody is signed in here any more.
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
