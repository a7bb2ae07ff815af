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

/** Puts back what was before. */
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

async function lockOut(api: ApiClient, maxAttempts: number): Promise<Undo> {
  const before = await unwrap(api.GET(LOCKOUT))
  await setLockout(api, { enabled: true, maxAttempts })
  return (again) => setLockout(again, before)
}

async function remember(api: ApiClient, historySize: number): Promise<Undo> {
  const before = await unwrap(api.GET(HISTORY))
  await setHistory(api, { enabled: true, historySize })
  return (again) => setHistory(again, before)
}

type Limit = keyof SessionConfiguration

async function limit(api: ApiClient, name: Limit, wanted: SessionConfiguration): Promise<Undo> {
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

type Mend = (api: ApiClient, value: number) => Promise<Undo | undefined>

const relogin: Mend = (api, timeout) =>
  limit(api, 'sessionTimeoutConfiguration', { sessionTimeoutConfiguration: { isActive: true, timeout } })
const idle: Mend = (api, timeout) =>
  limit(api, 'sessionIdleTimeoutConfiguration', { sessionIdleTimeoutConfiguration: { isActive: true, timeout } })
const concurrent: Mend = (api, maxSessions) =>
  limit(api, 'sessionConcurrentConfiguration', { sessionConcurrentConfiguration: { isActive: true, maxSessions } })

/** What one click mends. Everything else takes a list or a provider of the account's own, on a page of its own. */
export const MENDS = {
  FORCE_MFA: requireMfa,
  // Mails cannot be called back.
  BREACHED_PASSWORDS_EXIST: async (api) => void (await unwrap(api.POST(BREACHED))),
  ENABLE_USER_LOCKOUT: lockOut,
  STRENGTHEN_USER_LOCKOUT: lockOut,
  ENABLE_PASSWORD_HISTORY: remember,
  STRENGTHEN_PASSWORD_HISTORY: remember,
  ENABLE_FORCE_RELOGIN: relogin,
  SET_FORCE_RELOGIN: relogin,
  ENABLE_SESSION_CONCURRENCY: concurrent,
  SET_SESSION_CONCURRENCY: concurrent,
  ENABLE_IDLE_SESSION: idle,
  SET_IDLE_SESSION: idle,
} satisfies Partial<Record<Recommendation['code'], Mend>>

export type MendableCode = keyof typeof MENDS
export type Mendable = Recommendation & { readonly code: MendableCode }

export const isMendable = (one: Recommendation): one is Mendable => one.code in MENDS

/** What other pages show of the same rules. */
const TOUCHES = [KEY, ['mfa-policy'], ['lockout-policy'], ['history-policy'], ['session-limits']]

export const mend = defineAction({
  call: (api, one: Mendable): Promise<Undo | undefined> => {
    const change: Mend = MENDS[one.code]
    return change(api, recommendedValue(one))
  },
  invalidates: TOUCHES,
})

export const undoMend = defineAction({
  call: (api, undo: Undo) => undo(api),
  invalidates: TOUCHES,
})
