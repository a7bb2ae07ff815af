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
const AUTHORIZATION_FLAG = 'admin_portal_should_load_authorization'
/** Lets the vendor disable the option `entitlements`. */
const ENTITLEMENTS_FLAG = 'admin_portal_entitlements'

/**
 * Loads the user and their tenants. If the server rejects it, the sign-in is undone: there is no session without a
 * profile.
 */
export async function loadProfile(
  call: Call,
  token: string,
  flags: Readonly<Record<string, string>>,
  withEntitlements = false,
): Promise<Profile> {
  const tenantsPath = `/identity/resources/users/${flags[TENANTS_V1_FLAG] === 'on' ? 'v1' : 'v3'}/me/tenants`
  const read = <Answer>(path: string) => withRetry(() => call<Answer>(path, { token }), PROFILE_DELAYS)
  const [me, { tenants, activeTenant }, authorization, entitlements] = await Promise.all([
    read<Me>('/identity/resources/users/v2/me'),
    read<TenantsAnswer>(tenantsPath),
    flags[AUTHORIZATION_FLAG] === 'on'
      ? read<Pick<Me, 'roles' | 'permissions'>>('/identity/resources/users/v1/me/authorization')
      : {},
    withEntitlements ? (flags[ENTITLEMENTS_FLAG] === 'off' ? NO_ENTITLEMENTS : loadEntitlements(call, token)) : null,
  ])
  return { me: { ...me, ...authorization }, tenants, activeTenant: activeTenant ?? null, entitlements }
}

/** Used if entitlements are disabled or could not be loaded. */
export const NO_ENTITLEMENTS: Entitlements = { features: {}, plans: {}, permissions: {} }

/** Without an answer the user has no entitlements, but stays signed in. */
async function loadEntitlements(call: Call, token: string): Promise<Entitlements> {
  const load = () => call<Entitlements>('/entitlements/api/v2/user-entitlements', { token })
  return withRetry(load, PROFILE_DELAYS).catch(() => NO_ENTITLEMENTS)
}
