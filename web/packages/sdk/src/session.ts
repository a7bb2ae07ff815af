import type { ApiError } from '@gatehouse/api'
import { bearerFetch } from './bearer'
import { browserEnvironment, type Environment } from './environment'
import { type AuthorizeOptions, hostedLogin } from './hosted'
import { decodeToken } from './jwt'
import { embeddedMode, hostedMode } from './modes'
import { loadProfile, type Profile } from './profile'
import { isPassing, REFRESH_DELAYS, withRetry } from './retry'
import { NOBODY, type SessionState } from './state'
import { KEYS } from './storage'
import { createStore, type Store } from './store'
import { loadSurroundings } from './surroundings'
import { connectTabs, type TabNews } from './tabs'
import { type Call, createCall } from './transport'
import { type LoginAnswer, mergeUser } from './user'

export interface SessionOptions {
  /** Where the server is; the page's own origin when left out. */
  readonly baseUrl?: string
  readonly clientId?: string
  readonly appId?: string
  /** `hosted`: sign-in happens on the server's pages and comes back as an OAuth code. */
  readonly mode?: 'embedded' | 'hosted'
  /** Path that the hosted pages come back to. */
  readonly hostedRedirectPath?: string
  /** Each tab keeps its own tenant, and hears no tokens from other tabs. */
  readonly tenantPerTab?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly environment?: Partial<Environment>
}

export interface Credentials {
  readonly email: string
  readonly password: string
  readonly invitationToken?: string
  readonly recaptchaToken?: string
}

export interface Session extends Pick<Store<SessionState>, 'getSnapshot' | 'subscribe'> {
  readonly baseUrl: string
  readonly mode: 'embedded' | 'hosted'
  readonly environment: Environment
  /** Finds out who is signed in. Safe to call again: it happens once. */
  start(): Promise<void>
  /** Calls the server without a token. */
  readonly call: Call
  /** For API clients: adds the token to calls to our server, renewing it first when it is about to end. */
  readonly fetch: typeof fetch
  login(credentials: Credentials): Promise<LoginAnswer>
  /** Signs in with the answer of any login call. Without a token in it nothing happens: a second factor is due. */
  accept(answer: LoginAnswer): Promise<void>
  /** A new token, here and in every other tab. Undefined when the session has ended. */
  refresh(): Promise<string | undefined>
  switchTenant(tenantId: string): Promise<void>
  /** Reads profile and tenants again, after the person changed them. */
  reloadUser(): Promise<void>
  logout(): Promise<void>
  /** Hosted mode: the address that starts a login. */
  authorizeUrl(options?: AuthorizeOptions): Promise<string>
  /** Stops timers and listeners. */
  stop(): void
}

type SignedIn = LoginAnswer & { accessToken: string }

/** A token is renewed when this share of its life is over. */
const RENEW_AT = 0.8
const DEFAULT_LIFETIME_SECONDS = 300
const SDK_HEADER = { 'x-frontegg-sdk': '@gatehouse/sdk@0.1.0' }

export function createSession(options: SessionOptions = {}): Session {
  const environment: Environment = { ...browserEnvironment(), ...options.environment }
  const { href, storage, tabStorage } = environment
  const baseUrl = options.baseUrl ?? new URL(href()).origin
  const clientId = options.appId ?? options.clientId ?? 'INVALID-CLIENT-ID'
  const scopedTenant = new URL(href()).searchParams.get('tenantId')
  const call = createCall({
    baseUrl,
    fetch: environment.fetch,
    navigate: environment.navigate,
    headers: {
      ...SDK_HEADER,
      ...(options.appId && { 'frontegg-requested-application-id': options.appId }),
      ...(scopedTenant && { 'frontegg-scoped-tenant': scopedTenant }),
      ...options.headers,
    },
  })
  const redirectUri = new URL(options.hostedRedirectPath ?? '/oauth/callback', href()).href
  const hosted = hostedLogin({ baseUrl, clientId, redirectUri, storage, call, href })
  const mode = options.mode === 'hosted' ? hostedMode(call, hosted) : embeddedMode(call)
  const tabTenant = () => (options.tenantPerTab ? tabStorage.getItem(KEYS.tabTenant) : null)

  const store = createStore<SessionState>({ status: 'loading', flags: {}, metadata: {}, ...NOBODY })
  const tabs = connectTabs({
    name: `gatehouse:${baseUrl}:${clientId}`,
    parts: environment,
    storage,
    shareTokens: !options.tenantPerTab,
    onNews: hear,
  })
  // Counts sign-ins and sign-outs: an answer that was asked for before one of them comes too late to matter.
  let era = 0
  let current: { answer: SignedIn; profile: Profile; renewAt: number; endsAt: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: Promise<string | undefined> | undefined
  let heard: Promise<void> = Promise.resolve()
  let started: Promise<void> | undefined
  const stopWatching = environment.onAwake(() => {
    if (current && Date.now() >= current.renewAt) void refresh()
  })

  function settle(answer: SignedIn, profile: Profile): void {
    const lifetime = (answer.expiresIn ?? DEFAULT_LIFETIME_SECONDS) * 1000
    current = { answer, profile, renewAt: Date.now() + lifetime * RENEW_AT, endsAt: Date.now() + lifetime }
    refreshIn(lifetime * RENEW_AT)
    store.set({
      ...store.getSnapshot(),
      status: 'authenticated',
      user: mergeUser(answer, profile.me),
      accessToken: answer.accessToken,
      tenants: profile.tenants,
      activeTenant: profile.activeTenant,
    })
  }

  function forget(failure?: ApiError): void {
    era += 1
    current = undefined
    clearTimeout(timer)
    store.set({ ...store.getSnapshot(), ...NOBODY, status: 'anonymous', failure })
  }

  function refreshIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), milliseconds)
  }

  /** Takes a token from the server or from another tab. The profile is read again only when the token says more. */
  async function adopt(answer: SignedIn): Promise<void> {
    const asked = era
    const isSame = current && saysTheSame(current.answer.accessToken, answer.accessToken)
    const known = isSame ? current?.profile : undefined
    const profile = known ?? (await loadProfile(call, answer.accessToken, store.getSnapshot().flags))
    if (asked === era) settle(answer, profile)
  }

  async function adoptAndTell(answer: LoginAnswer): Promise<void> {
    if (!hasToken(answer)) return
    await adopt(answer)
    tabs.tell({ type: 'token', answer: withoutRefreshToken(answer) })
  }

  async function accept(answer: LoginAnswer): Promise<void> {
    if (hasToken(answer)) era += 1
    await adoptAndTell(answer)
  }

  function hear(news: TabNews): void {
    if (news.type === 'signed-out') forget()
    else heard = adopt(news.answer).catch(() => undefined)
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

  /** One renewal at a time, shared by everyone in this tab who asks meanwhile. */
  function refresh(): Promise<string | undefined> {
    renewing ??= renew().finally(() => {
      renewing = undefined
    })
    return renewing
  }

  async function renew(): Promise<string | undefined> {
    const asked = era
    try {
      await renewInTurn(() => mode.renew(tabTenant()))
    } catch (error) {
      if (asked === era) endOrWait(error)
    }
    return store.getSnapshot().accessToken ?? undefined
  }

  /** A server that is away for a moment costs nobody the session while the token still has life in it. */
  function endOrWait(error: unknown): void {
    const left = (current?.endsAt ?? 0) - Date.now()
    if (isPassing(error) && left > 0) {
      refreshIn(left / 2 + 1000)
      return
    }
    if (current && !isPassing(error) && !options.tenantPerTab) tabs.tell({ type: 'signed-out' })
    forget(isPassing(error) ? error : undefined)
  }

  async function boot(): Promise<void> {
    const asked = era
    const surroundings = loadSurroundings(call).then((loaded) => store.set({ ...store.getSnapshot(), ...loaded }))
    try {
      await renewInTurn(async () => {
        const answer = await mode.resume(tabTenant())
        await surroundings
        return answer
      })
      await surroundings
      if (asked === era && !current) forget()
    } catch (error) {
      await surroundings
      if (asked === era) forget(isPassing(error) ? error : undefined)
    }
  }

  async function token(): Promise<string | undefined> {
    await started
    if (current && Date.now() >= current.endsAt) return refresh()
    return store.getSnapshot().accessToken ?? undefined
  }

  async function switchTenant(tenantId: string): Promise<void> {
    if (options.tenantPerTab) tabStorage.setItem(KEYS.tabTenant, tenantId)
    else {
      const bearer = await token()
      const body = { tenantId }
      await call('/identity/resources/users/v1/tenant', { method: 'PUT', body, ...(bearer && { token: bearer }) })
    }
    // A renewal that was under way, here or in another tab, may still bring the old tenant.
    await refresh()
    if (store.getSnapshot().user?.tenantId !== tenantId) await refresh()
  }

  async function reloadUser(): Promise<void> {
    const bearer = await token()
    if (!bearer) return
    const asked = era
    const profile = await loadProfile(call, bearer, store.getSnapshot().flags)
    if (asked === era && current) settle(current.answer, profile)
  }

  async function logout(): Promise<void> {
    const bearer = current?.answer.accessToken
    forget()
    tabs.tell({ type: 'signed-out' })
    // Whatever the server says, nobody is signed in here any more.
    await mode.end(bearer).catch(() => undefined)
  }

  return {
    baseUrl,
    mode: options.mode ?? 'embedded',
    environment,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    start() {
      started ??= boot()
      return started
    },
    call,
    fetch: bearerFetch({ baseUrl, fetch: environment.fetch, token, refresh }),
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
    authorizeUrl: hosted.authorizeUrl,
    stop() {
      era += 1
      clearTimeout(timer)
      stopWatching()
      tabs.close()
    },
  }
}

function hasToken(answer: LoginAnswer): answer is SignedIn {
  return typeof answer.accessToken === 'string' && answer.accessToken !== ''
}

function withoutRefreshToken({ refreshToken: _, ...answer }: SignedIn): SignedIn {
  return answer
}

/** Same person, same tenant, same rights: only the times differ. */
function saysTheSame(one: string, other: string): boolean {
  const facts = (token: string) => {
    const { sub, tenantId, roles, permissions } = decodeToken(token)
    return JSON.stringify([sub, tenantId, roles, permissions])
  }
  return facts(one) === facts(other)
}
