import { NO_ENTITLEMENTS } from '../profile'
import type { Session } from '../session-interface'
import type { SessionState } from '../state'
import { buildAttributes } from './attributes'
import { decideEntitlement } from './decide'
import type { Attributes, Decision, EntitlementQuery } from './types'

export class EntitlementsNotEnabledError extends Error {
  override readonly name = 'EntitlementsNotEnabledError'

  constructor() {
    super('Entitlements must first be enabled in the provider options: <GatehouseProvider entitlements>.')
  }
}

/**
 * Returns whether the user may use a feature or permission, by their claims and the `attributes` that only the product
 * knows. Throws `EntitlementsNotEnabledError` if the session was created without the option `entitlements`.
 */
export function checkEntitlement(state: SessionState, wanted: EntitlementQuery, attributes?: Attributes): Decision {
  if (state.status === 'authenticated' && !state.entitlements) throw new EntitlementsNotEnabledError()
  return decideEntitlement(state.entitlements ?? NO_ENTITLEMENTS, wanted, buildAttributes(state.user, attributes))
}

/**
 * Reloads the entitlements. Resolves to whether they were loaded, and passes that to `done`. If loading fails, the user
 * has no entitlements. Throws `EntitlementsNotEnabledError` like `checkEntitlement`.
 */
export async function loadEntitlements(
  session: Pick<Session, 'getSnapshot' | 'reloadUser'>,
  done?: (isLoaded: boolean) => void,
): Promise<boolean> {
  const { status, entitlements } = session.getSnapshot()
  if (status === 'authenticated' && !entitlements) throw new EntitlementsNotEnabledError()
  await session.reloadUser()
  const now = session.getSnapshot().entitlements
  const isLoaded = now !== null && now !== NO_ENTITLEMENTS
  done?.(isLoaded)
  return isLoaded
}
