import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../shared/action'
import type { HistoryPolicy, LockoutPolicy, MfaPolicy, SessionConfiguration } from '../wire'
import { t } from './security.texts'

export const sessionLimitsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['session-limits'],
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/configurations/sessions/v1', { signal })),
  })

/** Only the parts that are given change. */
export const saveSessionLimits = defineAction({
  call: (api, body: SessionConfiguration) =>
    unwrap(api.POST('/identity/resources/configurations/sessions/v1', { body })),
  invalidates: [['session-limits']],
  done: () => t('sessions.saved'),
})

const MFA = '/identity/resources/configurations/v1/mfa-policy'
const LOCKOUT = '/identity/resources/configurations/v1/lockout-policy'
const HISTORY = '/identity/resources/configurations/v1/password-history-policy'

export const mfaQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['mfa-policy'], queryFn: ({ signal }) => unwrap(api.GET(MFA, { signal })) })

export const lockoutQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['lockout-policy'], queryFn: ({ signal }) => unwrap(api.GET(LOCKOUT, { signal })) })

export const historyQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['history-policy'], queryFn: ({ signal }) => unwrap(api.GET(HISTORY, { signal })) })

type MfaChange = Pick<MfaPolicy, 'enforceMFAType' | 'allowRememberMyDevice' | 'mfaDeviceExpiration'>
type LockoutChange = Pick<LockoutPolicy, 'enabled' | 'maxAttempts'>
type HistoryChange = Pick<HistoryPolicy, 'enabled' | 'historySize'>

export const saveMfa = defineAction({
  call: (api, body: MfaChange) => unwrap(api.POST(MFA, { body })),
  invalidates: [['mfa-policy']],
  done: () => t('mfa.saved'),
})

export const saveLockout = defineAction({
  call: (api, body: LockoutChange) => unwrap(api.POST(LOCKOUT, { body })),
  invalidates: [['lockout-policy']],
  done: () => t('lockout.saved'),
})

export const saveHistory = defineAction({
  call: (api, body: HistoryChange) => unwrap(api.POST(HISTORY, { body })),
  invalidates: [['history-policy']],
  done: () => t('history.saved'),
})
