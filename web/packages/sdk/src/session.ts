import { ApiError, createNetworkError, isTransient } from '@gatehouse/api'
import { createBearerFetch } from './bearer-fetch'
import { browserEnvironment, type Environment } from './environment'
import { decodeToken } from './jwt'
import { parseLocation } from './location'
import { loadProfile, type Profile } from './profile'
import { loadPublicConfig } from './public-config'
import { REFRESH_DELAYS, withRetry } from './retry'
import type { Session, SessionOptions } from './session-interface'
import { createEmbeddedMode, createHostedMode } from './session-modes'
import { type SessionState, SIGNED_OUT } from './state'
import { STORAGE_KEYS } from './storage'
import { createStore } from './store'
import { connectTabs, type TabMessage } from './tabs'
import { hasSameClaims, hasToken, omitRefreshToken, type TokenAnswer } from './token-answer'
import { createCall } from './transport'
import { type LoginAnswer, mergeUser } from './user'

/**
 * The signed-in session. `since`: when the token was issued, by this computer's clock, in milliseconds like the other
 * times.
 */
interface CurrentSession {
  readonly answer: TokenAnswer
  readonly profile: Profile
  readonly since: number
  readonly renewAt: number
  readonly endsAt: number
  readonly tokenSequence: number
  readonly profileSequence: number
}

/** A token is renewed after this share of its lifetime. */
const RENEW_AT = 0.8
/** Between attempts to reach the server. */
const RETRY_MS = 15_000
/** Signing out waits at most this long for the server, which is informed again at the next start. */
const LOGOUT_TIMEOUT_MS = 3000
const NOT_SWITCHED = 'The session is not in the requested tenant.'
const DEFAULT_LIFETIME_SECONDS = 300
/** Must equal the version in package.json. */
export const VERSION = '0.2.0'
const SDK_HEADER = { 'x-frontegg-sdk': `@gatehouse/sdk@${VERSION}` }

/** Headers of `fetch` take one character for each byte. */
const utf8Header = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))

const getReason = (error: unknown) => (error as ApiError).context?.reason

export function createSession(options: SessionOptions = {}): Session {
  const environment: Environment = { ...browserEnvironment(), ...options.environment }
  const { href, storage, tabStorage } = environment
  const page = new URL(href() || (options.baseUrl ?? 'http://localhost'))
  const baseUrl = options.baseUrl ?? page.origin
  const clientId = options.appId ?? options.clientId ?? 'INVALID-CLIENT-ID'
  const { query } = parseLocation(page.href)
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
  const origins = new Set([baseUrl, page.href, ...(options.apiOrigins ?? [])].map(parseOrigin))
  const prefix = options.urlStrategy === 'hash' ? '/#' : ''
  const redirectUri = new URL(prefix + (options.hostedLoginRedirectUrl ?? '/oauth/callback'), page).href
  /** Loaded on demand, because most pages sign users in themselves. */
  const loadHostedLogin = async () => {
    const { createHostedLogin } = await import('./hosted-login').catch((cause: unknown) =>
      Promise.reject(createNetworkError(cause)),
    )
    return createHostedLogin({ baseUrl, clientId, redirectUri, loginAlias, storage, call, href })
  }
  const mode = options.mode === 'hosted' ? createHostedMode(call, loadHostedLogin) : createEmbeddedMode(call)
  const tabTenant = () => (options.tenantPerTab ? tabStorage.getItem(STORAGE_KEYS.tabTenant) : null)

  const initialState: SessionState = { status: 'loading', flags: {}, metadata: {}, ...SIGNED_OUT }
  const store = createStore<SessionState>(initialState)
  const channelName = `gatehouse:${baseUrl}:${clientId}`
  const pendingLogoutKey = `${channelName}.leaving`
  const tabs = connectTabs({
    name: channelName,
    apis: environment,
    storage,
    shareTokens: !options.tenantPerTab,
    onMessage: onTabMessage,
  })
  // Incremented at each sign-in and sign-out: answers requested before the last one are ignored.
  let authEpoch = 0
  // Numbers tokens and profile reads in order of request, so that a slow answer does not replace a newer one.
  let sequence = 0
  let current: CurrentSession | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingRenewal: Promise<unknown> | undefined
  let pendingTabToken: Promise<void> = Promise.resolve()
  let pendingStart: Promise<void> | undefined
  const stopWatching = environment.onAwake(() => {
    const { status, failure } = store.getSnapshot()
    const isDue = status === 'authenticated' ? Date.now() >= (current?.renewAt ?? 0) : isTransient(failure)
    if (isDue) void refresh()
  })

  /** The token's own times are by the server's clock, so they are not used. */
  function setAuthenticated(session: Omit<CurrentSession, 'renewAt' | 'endsAt'>): void {
    const { answer, profile, since } = session
    const lifetime = (answer.expiresIn ?? DEFAULT_LIFETIME_SECONDS) * 1000
    current = { ...session, renewAt: since + lifetime * RENEW_AT, endsAt: since + lifetime }
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

  function clearSession(failure?: ApiError, status: 'anonymous' | 'loading' = 'anonymous', ended?: unknown): void {
    authEpoch += 1
    current = undefined
    mode.clearTokens()
    clearTimeout(timer)
    // The next login must not request a tenant that may be the cause, or that belongs to another user.
    if (!failure) tabStorage.removeItem(STORAGE_KEYS.tabTenant)
    store.set({ ...store.getSnapshot(), ...SIGNED_OUT, status, failure, ended } as SessionState)
  }

  function refreshIn(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void refresh(), milliseconds)
  }

  /** Applies a token of the server or another tab. Reloads the profile only if the claims changed. */
  async function applyToken(answer: TokenAnswer, since = Date.now()): Promise<boolean> {
    const [epoch, order] = [authEpoch, ++sequence]
    const unchanged = current && hasSameClaims(current.answer, answer) ? current : undefined
    const profile = unchanged?.profile ?? (await readProfile(answer.accessToken))
    if (epoch !== authEpoch || order < (current?.tokenSequence ?? 0)) return false
    setAuthenticated({
      answer,
      profile,
      since,
      tokenSequence: order,
      profileSequence: unchanged?.profileSequence ?? order,
    })
    return true
  }

  async function applyAndBroadcast(answer: LoginAnswer): Promise<void> {
    if (!hasToken(answer)) return
    if (await applyToken(answer)) tabs.broadcast({ type: 'token', answer: omitRefreshToken(answer) })
  }

  async function accept(answer: LoginAnswer): Promise<void> {
    if (!hasToken(answer)) return
    authEpoch += 1
    storage.removeItem(pendingLogoutKey)
    await applyAndBroadcast(answer)
  }

  function onTabMessage(message: TabMessage, at: number): void {
    if (!pendingStart) return
    if (message.type === 'signed-out') clearSession()
    else pendingTabToken = applyToken(message.answer, at).then(ignore, ignore)
  }

  /** Renews the token in one tab at a time; resolves when the token has arrived, whichever tab requested it. */
  async function renewExclusively(requestToken: () => Promise<LoginAnswer>): Promise<void> {
    const epoch = authEpoch
    await tabs.renewExclusively(async () => {
      if (epoch !== authEpoch) return
      const answer = await withRetry(requestToken, REFRESH_DELAYS)
      if (epoch === authEpoch) await applyAndBroadcast(answer)
    })
    await pendingTabToken
  }

  async function refresh(): Promise<string | undefined> {
    await renewOnce()
    return store.getSnapshot().accessToken ?? undefined
  }

  /** Shares one renewal between all callers in this tab. Resolves to the error, or undefined. */
  function renewOnce(): Promise<unknown> {
    pendingRenewal ??= renew().finally(() => {
      pendingRenewal = undefined
    })
    return pendingRenewal
  }

  async function renew(): Promise<unknown> {
    const epoch = authEpoch
    try {
      await renewExclusively(() => mode.renew(tabTenant()))
      return undefined
    } catch (error) {
      if (epoch === authEpoch) handleRefreshError(error)
      return error
    }
  }

  /** Ends the session only if the server rejects it. On a transient error, retries later. */
  function handleRefreshError(error: unknown): void {
    if (isTransient(error)) {
      if (!current) clearSession(error)
      refreshIn(RETRY_MS)
      return
    }
    if (current && !options.tenantPerTab) tabs.broadcast({ type: 'signed-out' })
    clearSession(undefined, undefined, getReason(error) ?? 'expired')
  }

  /**
   * Ends the session on the server. Until that succeeds it stays marked as pending, because the cookie would sign the
   * user in again.
   */
  async function endServerSession(token?: string, page?: string): Promise<string | undefined> {
    storage.setItem(pendingLogoutKey, 'true')
    const answer = await mode.endSession(token, page).catch((error: unknown) => {
      if (isTransient(error)) throw error
    })
    storage.removeItem(pendingLogoutKey)
    return answer?.redirectUrl
  }

  async function restoreSession(): Promise<void> {
    const epoch = authEpoch
    const publicConfig = loadPublicConfig(call).then((loaded) => store.set({ ...store.getSnapshot(), ...loaded }))
    try {
      if (storage.getItem(pendingLogoutKey)) await endServerSession()
      await renewExclusively(async () => {
        const answer = await mode.resume(tabTenant())
        await publicConfig
        return answer
      })
      await publicConfig
      if (epoch === authEpoch && !current) clearSession()
    } catch (error) {
      await publicConfig
      // `sentBack`: the hosted pages returned without a login.
      const isReported = isTransient(error) || (error as ApiError).context?.sentBack
      if (epoch === authEpoch) clearSession(isReported ? (error as ApiError) : undefined, undefined, getReason(error))
    }
  }

  async function getToken(): Promise<string | undefined> {
    await pendingStart
    if (current && Date.now() >= current.endsAt) return refresh()
    return store.getSnapshot().accessToken ?? undefined
  }

  /** Of several calls that were rejected at once, the first renews the token; the others find its result. */
  async function replaceToken(rejected: string): Promise<string | undefined> {
    return current?.answer.accessToken === rejected ? refresh() : current?.answer.accessToken
  }

  async function switchTenant(tenantId: string): Promise<void> {
    const previousTenant = tabTenant()
    const switchError = await requestTenant(tenantId)
    // A renewal that began before the switch, here or in another tab, may still return the old tenant.
    await pendingRenewal
    let failure = await renewOnce()
    const isInTenant = () => store.getSnapshot().user?.tenantId === tenantId
    if (!failure && !isInTenant()) failure = await renewOnce()
    if (isInTenant() && !failure) return
    if (options.tenantPerTab) {
      // The server stores no tenant for this tab, so it stays in the old one.
      if (previousTenant) tabStorage.setItem(STORAGE_KEYS.tabTenant, previousTenant)
      else tabStorage.removeItem(STORAGE_KEYS.tabTenant)
    } else if (isTransient(failure) && current) {
      // The server may be in the new tenant, so the old tenant's page is hidden until the server answers.
      clearSession(failure)
      refreshIn(RETRY_MS)
    }
    throw switchError ?? failure ?? new ApiError(409, 'session.tenant_not_switched', [NOT_SWITCHED])
  }

  /** Throws if the server rejected the switch. Returns the error if it may have switched nevertheless. */
  async function requestTenant(tenantId: string): Promise<ApiError | undefined> {
    const bearer = await getToken()
    const request = { body: { tenantId }, ...(bearer && { token: bearer }) }
    if (options.tenantPerTab) {
      // A renewal would return the old tenant without saying why the new one is not accessible.
      await call('/identity/resources/users/v3/me/token', { method: 'POST', ...request })
      tabStorage.setItem(STORAGE_KEYS.tabTenant, tenantId)
      return undefined
    }
    try {
      await call('/identity/resources/users/v1/tenant', { method: 'PUT', ...request })
      return undefined
    } catch (error) {
      if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return error
      throw error
    }
  }

  async function reloadUser(): Promise<void> {
    const bearer = await getToken()
    if (!bearer) return
    const [epoch, order] = [authEpoch, ++sequence]
    const profile = await readProfile(bearer)
    if (epoch !== authEpoch || !current || order < current.profileSequence) return
    if (hasSameClaims(current.answer, { accessToken: bearer }))
      setAuthenticated({ ...current, profile, profileSequence: order })
    // Another tab switched tenants meanwhile, so this profile belongs to the old tenant.
    else await reloadUser()
  }

  async function logout({ stay = false } = {}): Promise<boolean> {
    const bearer = current?.answer.accessToken
    const isSso = !stay && bearer && decodeToken(bearer).amr?.includes('sso')
    const logoutUrl = Promise.race([
      endServerSession(bearer, isSso ? href() : undefined).catch(ignore),
      new Promise<undefined>((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS)),
    ])
    // The page redirects signed-out users, so the state must not change before the provider's logout page is known.
    const providerUrl = isSso && (await logoutUrl)
    clearSession(undefined, providerUrl ? 'loading' : 'anonymous')
    tabs.broadcast({ type: 'signed-out' })
    if (providerUrl) {
      timer = setTimeout(clearSession, RETRY_MS)
      environment.navigate(providerUrl)
    }
    // The user is signed out here, whatever the server answers.
    await logoutUrl
    return !!providerUrl
  }

  return {
    baseUrl,
    mode: options.mode ?? 'embedded',
    urlStrategy: options.urlStrategy ?? 'path',
    loginAlias,
    environment,
    getSnapshot: store.getSnapshot,
    getServerSnapshot: () => initialState,
    subscribe: store.subscribe,
    start() {
      pendingStart ??= href() ? restoreSession() : Promise.resolve()
      return pendingStart
    },
    call,
    fetch: createBearerFetch({ origins, fetch: environment.fetch, getToken, replaceToken }),
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
    isCallback: () => options.mode === 'hosted' && parseLocation(href()).address === redirectUri,
    authorizeUrl: async (wishes) => (await loadHostedLogin()).authorizeUrl(wishes),
    stop() {
      authEpoch += 1
      clearTimeout(timer)
      stopWatching()
      tabs.close()
    },
  }
}

function parseOrigin(url: string): string {
  if (!/^[\w+.-]+:\/\//.test(url)) throw new Error(`"${url}" is not an absolute URL, such as https://id.example.com.`)
  return new URL(url).origin
}

const ignore = () => undefined
