import type { Claims } from './jwt'

/** The class of an authentication with more than one factor, as the wire spells it (wire reference §7). */
export const MULTI_FACTOR = 'http://schemas.openid.net/pape/policies/2007/06/multi-factor'

const SECOND_FACTORS: readonly string[] = ['otp', 'sms', 'hwk']

/**
 * Whether the token says that its person has shown two factors, and, with `maxAge` in seconds, has done so lately. Asked
 * of the token in a page it only decides what is shown: the server has to ask, too.
 */
export function isSteppedUp(
  { acr, amr = [], auth_time }: Pick<Claims, 'acr' | 'amr' | 'auth_time'>,
  maxAge?: number,
  now = Date.now(),
): boolean {
  const hasTwo = acr === MULTI_FACTOR && amr.includes('mfa') && amr.some((method) => SECOND_FACTORS.includes(method))
  if (!hasTwo || maxAge === undefined) return hasTwo
  return auth_time !== undefined && now / 1000 - auth_time <= maxAge
}
