import { type ApiClient, unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { HistoryPolicy, LockoutPolicy, MfaPolicy, Recommendation, SessionConfiguration } from '../wire'
import { KEY } from './security-center.queries'

const CONFIGURATIONS = '/identity/resources/configurations/v1'
const MFA = `${CONFIGURATIONS}/mfa-policy` as const
const LOCKOUT = `${CONFIGURATIONS}/lockout-policy` as const
const HISTORY = `${CONFIGURATIONS}/password-history-policy` as const
const SESSIONS = '/identity/resources/configurations/sessions/v1'
const BREACHED = '/identity/resources/users/v1/passwords/breached/reset/bulk'

/** Restores the previous settings. */
type Undo = (api: ApiClient) => Promise<unknown>

const setMfa = (api: ApiClient, policy: MfaPolicy) => {
  const { enforceMFAType, allowRememberMyDevice, mfaDeviceExpiration } = policy
  return unwrap(api.POST(MFA, { body: { enforceMFAType, allowRememberMyDevice, mfaDeviceExpiration } }))
}

const setLockout = (api: ApiClient, { enabled, maxAttempts }: LockoutPolicy) =>
  unwrap(api.POST(LOCKOUT, { body: { enabled, maxAttempts } }))

const setHistory = (api: ApiClient, { enabled, historySize }: HistoryPolicy) =>
  unwrap(api.POST(HISTORY, { body: { enabled, historySize } }))

const setSessions = (api: ApiClient, body: SessionConfiguration) => unwrap(api.POST(SESSIONS, { body }))

async function requireMfa(api: ApiClient): Promise<Undo> {
  const before = await unwrap(api.GET(MFA))
  await setMfa(api, { ...before, enforceMFAType: 'Force' })
  return (again) => setMfa(again, before)
}

async function setLockoutLimit(api: ApiClient, maxAttempts: number): Promise<Undo> {
  const before = await unwrap(api.GET(LOCKOUT))
  await setLockout(api, { enabled: true, maxAttempts })
  return (again) => setLockout(again, before)
}

async function blockPasswordReuse(api: ApiClient, historySize: number): Promise<Undo> {
  const before = await unwrap(api.GET(HISTORY))
  await setHistory(api, { enabled: true, historySize })
  return (again) => setHistory(again, before)
}

type Limit = keyof SessionConfiguration

async function setSessionLimit(api: ApiClient, name: Limit, wanted: SessionConfiguration): Promise<Undo> {
  const before = (await unwrap(api.GET(SESSIONS)))[name]
  await setSessions(api, wanted)
  return (again) => setSessions(again, { [name]: before })
}

/** What the recommendation asks for, in seconds or in number; 0 where it is no number. */
export function recommendedValue({ code, metadata: { password, sessions } }: Recommendation): number {
  if (code.endsWith('USER_LOCKOUT')) return password?.userLockoutRecommendation ?? 0
  if (code.endsWith('PASSWORD_HISTORY')) return password?.historyRecommendations ?? 0
  if (code.endsWith('FORCE_RELOGIN')) return sessions?.forceReloginRecommendation ?? 0
  if (code.endsWith('SESSION_CONCURRENCY')) return sessions?.concurrencyRecommendation ?? 0
  return code.endsWith('IDLE_SESSION') ? (sessions?.idleTimeoutRecommendation ?? 0) : 0
}

type Fix = (api: ApiClient, value: number) => Promise<Undo | undefined>

const setSessionLength: Fix = (api, timeout) =>
  setSessionLimit(api, 'sessionTimeoutConfiguration', { sessionTimeoutConfiguration: { isActive: true, timeout } })
const setIdleTimeout: Fix = (api, timeout) =>
  setSessionLimit(api, 'sessionIdleTimeoutConfiguration', {
    sessionIdleTimeoutConfiguration: { isActive: true, timeout },
  })
const setConcurrentSessions: Fix = (api, maxSessions) =>
  setSessionLimit(api, 'sessionConcurrentConfiguration', {
    sessionConcurrentConfiguration: { isActive: true, maxSessions },
  })

/** Recommendations that one click applies. All others need a list or an identity provider, which have their own pages. */
export const FIXES = {
  FORCE_MFA: requireMfa,
  // Mails cannot be called back.
  BREACHED_PASSWORDS_EXIST: async (api) => void (await unwrap(api.POST(BREACHED))),
  ENABLE_USER_LOCKOUT: setLockoutLimit,
  STRENGTHEN_USER_LOCKOUT: setLockoutLimit,
  ENABLE_PASSWORD_HISTORY: blockPasswordReuse,
  STRENGTHEN_PASSWORD_HISTORY: blockPasswordReuse,
  ENABLE_FORCE_RELOGIN: setSessionLength,
  SET_FORCE_RELOGIN: setSessionLength,
  ENABLE_SESSION_CONCURRENCY: setConcurrentSessions,
  SET_SESSION_CONCURRENCY: setConcurrentSessions,
  ENABLE_IDLE_SESSION: setIdleTimeout,
  SET_IDLE_SESSION: setIdleTimeout,
} satisfies Partial<Record<Recommendation['code'], Fix>>

export type FixableCode = keyof typeof FIXES
export type FixableRecommendation = Recommendation & { readonly code: FixableCode }

export const isFixable = (one: Recommendation): one is FixableRecommendation => one.code in FIXES

/** What other pages show of the same rules. */
const invalidates = [KEY, ['mfa-policy'], ['lockout-policy'], ['history-policy'], ['session-limits']]

export const applyFix = defineAction({
  call: (api, one: FixableRecommendation): Promise<Undo | undefined> => {
    const change: Fix = FIXES[one.code]
    return change(api, recommendedValue(one))
  },
  invalidates,
})

export const undoFix = defineAction({
  call: (api, undo: Undo) => undo(api),
  invalidates,
})
