import { NOTHING } from '../profile'
import type { Session } from '../session-interface'
import type { SessionState } from '../state'
import { attributesOf } from './attributes'
import { decide } from './decide'
import type { Attributes, Decision, Wanted } from './types'

export class EntitlementsNotEnabledError extends Error {
  override readonly name = 'EntitlementsNotEnabledError'

  constructor() {
    super('Entitlements must first be enabled in the provider options: <GatehouseProvider entitlements>.')
  }
}

const NOBODYS = { features: {}, plans: {}, permissions: {} }

/**
 * Whether the person may use it, by what is known of them and by `attributes` that only the product knows. Throws
 * `EntitlementsNotEnabledError` when the session was made without the option `entitlements`.
 */
export function entitled(state: SessionState, wanted: Wanted, attributes?: Attributes): Decision {
  if (state.status === 'authenticated' && !state.entitlements) throw new EntitlementsNotEnabledError()
  return decide(state.entitlements ?? NOBODYS, wanted, attributesOf(state.user, attributes))
}

/**
 * Reads anew what the person may use, and tells whether that came; what it says is told to `done` as well. Without an
 * answer nothing is theirs. Throws as `entitled`.
 */
export async function loadEntitlements(
  session: Pick<Session, 'getSnapshot' | 'reloadUser'>,
  done?: (isLoaded: boolean) => void,
): Promise<boolean> {
  const { status, entitlements } = session.getSnapshot()
  if (status === 'authenticated' && !entitlements) throw new EntitlementsNotEnabledError()
  await session.reloadUser()
  const now = session.getSnapshot().entitlements
  const isLoaded = now !== null && now !== NOTHING
  done?.(isLoaded)
  return isLoaded
}
