import type { Claims } from './jwt'

/** The authentication class with more than one factor, as the wire spells it (wire reference §7). */
export const MULTI_FACTOR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'

const MFA_METHODS: readonly string[] = ['otp', 'sms', 'hwk']

/**
 * Whether the token shows that MFA was used, within `maxAge` seconds if given. In a page it only decides what to show: the server
 * must check, too.
 */
export function isSteppedUp(
  { acr, amr = [], auth_time }: Pick<Claims, 'acr' | 'amr' | 'auth_time'>,
  maxAge?: number,
  now = Date.now(),
): boolean {
  const hasMfa = acr === MULTI_FACTOR && amr.includes('mfa') && amr.some((method) => MFA_METHODS.includes(method))
  if (!hasMfa || maxAge === undefined) return hasMfa
  return auth_time !== undefined && now / 1000 - auth_time <= maxAge
}
