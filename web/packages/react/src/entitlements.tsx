import { type Attributes, type Decision, entitled, type Wanted } from '@gatehouse/sdk'
import type { ReactNode } from 'react'
import { useSessionState } from './context'

/**
 * Returns whether the user may use a feature or a permission, and why not: `useEntitlements({ featureKey: 'sso' })`.
 * Rules may use `attributes` that only the product knows. Throws `EntitlementsNotEnabledError` unless the provider has
 * `entitlements`. Hidden content is still in the page's script, so the server must check, too.
 */
export function useEntitlements(wanted: Wanted, attributes?: Attributes): Decision {
  return entitled(useSessionState(), wanted, attributes)
}

interface EntitledProps {
  readonly wanted: Wanted
  readonly attributes?: Attributes
  readonly children: ReactNode
  /** Shown to users without the entitlement. */
  readonly fallback?: ReactNode
}

export function Entitled({ wanted, attributes, children, fallback = null }: EntitledProps) {
  return useEntitlements(wanted, attributes).isEntitled ? children : fallback
}
