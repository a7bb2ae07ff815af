import type { Entitlements } from './entitlements/types'
import { PROFILE_DELAYS, withRetry } from './retry'
import type { Call } from './transport'
import type { Me, Tenant } from './user'

export interface Profile {
  readonly me: Me
  readonly tenants: readonly Tenant[]
  readonly activeTenant: Tenant | null
  readonly entitlements: Entitlements | null
}

interface TenantsAnswer {
  readonly tenants: readonly Tenant[]
  readonly activeTenant?: Tenant
}

const TENANTS_V1_FLAG = 'admin_portal_use_current_user_tenants_v1_endpoint'

/** Who the token belongs to and where they may go. A refusal undoes the login: without a profile nobody is in. */
export async function loadProfile(
  call: Call,
  token: string,
  flags: Readonly<Record<string, string>>,
  withEntitlements = false,
): Promise<Profile> {
  const tenantsPath = `/identity/resources/users/${flags[TENANTS_V1_FLAG] === 'on' ? 'v1' : 'v3'}/me/tenants`
  const [me, { tenants, activeTenant }, entitlements] = await Promise.all([
    withRetry(() => call<Me>('/identity/resources/users/v2/me', { token }), PROFILE_DELAYS),
    withRetry(() => call<TenantsAnswer>(tenantsPath, { token }), PROFILE_DELAYS),
    withEntitlements ? loadEntitlements(call, token) : null,
  ])
  return { me, tenants, activeTenant: activeTenant ?? null, entitlements }
}

const NOTHING: Entitlements = { features: {}, plans: {}, permissions: {} }

/** Without an answer nothing is theirs: that keeps nobody from being signed in. */
async function loadEntitlements(call: Call, token: string): Promise<Entitlements> {
  const ask = () => call<Entitlements>('/entitlements/api/v2/user-entitlements', { token })
  return withRetry(ask, PROFILE_DELAYS).catch(() => NOTHING)
}
