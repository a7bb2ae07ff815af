import type { User } from '@gatehouse/react'
import type { SignUp } from './posthog'

const AN_HOUR = 3_600_000
const TOLD = 'gatehouse.analytics.signed-up'
const COMPANY_SIGN_IN = ['saml', 'oidc', 'sso', 'scim']

interface Storage {
  readonly getItem: (key: string) => string | null
  readonly setItem: (key: string, value: string) => void
}

/** The analytics event of a new user, once per browser; null for all others. */
export function signUpOf(user: User, companyName: string, storage: Storage, now: number): SignUp | null {
  const isNew = now - Date.parse(String(user.createdAt)) < AN_HOUR
  if (!isNew || storage.getItem(TOLD) === user.id) return null
  storage.setItem(TOLD, user.id)
  const { email, name, tenantId } = user
  return { email, name, companyName, tenantId, ...wayIn(String(user.provider ?? 'local')) }
}

function wayIn(provider: string): Pick<SignUp, 'authenticationType' | 'socialProvider'> {
  if (provider === 'local') return { authenticationType: 'password', socialProvider: null }
  if (COMPANY_SIGN_IN.includes(provider)) return { authenticationType: 'sso', socialProvider: null }
  return { authenticationType: 'social', socialProvider: provider }
}
