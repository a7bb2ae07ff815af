import { type Attributes, type Decision, entitled, type Wanted } from '@gatehouse/sdk'
import type { ReactNode } from 'react'
import { useSessionState } from './context'

/**
 * Whether the person may use a feature or a permission, and if not, why: `useEntitlements({ featureKey: 'sso' })`. Rules
 * may ask for `attributes` that only the product knows. Throws `EntitlementsNotEnabledError` unless the provider has
 * `entitlements`. What it hides is still in the page's script: the server has to refuse the calls.
 */
export function useEntitlements(wanted: Wanted, attributes?: Attributes): Decision {
  return entitled(useSessionState(), wanted, attributes)
}

interface EntitledProps {
  readonly wanted: Wanted
  readonly attributes?: Attributes
  readonly children: ReactNode
  /** What others see instead. */
  readonly fallback?: ReactNode
}

export function Entitled({ wanted, attributes, children, fallback = null }: EntitledProps) {
  return useEntitlements(wanted, attributes).isEntitled ? children : fallback
}
