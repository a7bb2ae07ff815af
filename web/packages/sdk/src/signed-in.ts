import { decodeToken } from './jwt'
import type { LoginAnswer } from './user'

export type SignedIn = LoginAnswer & { accessToken: string }

export function hasToken(answer: LoginAnswer): answer is SignedIn {
  return typeof answer.accessToken === 'string' && answer.accessToken !== ''
}

export function withoutRefreshToken({ refreshToken: _, ...answer }: SignedIn): SignedIn {
  return answer
}

/** Same person, same tenant, same rights: only the times differ. */
export function saysTheSame(one: SignedIn, other: SignedIn): boolean {
  const facts = ({ accessToken }: SignedIn) => {
    const { sub, tenantId, roles, permissions } = decodeToken(accessToken)
    return JSON.stringify([sub, tenantId, roles, permissions])
  }
  return facts(one) === facts(other)
}
