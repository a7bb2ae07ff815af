import { type Attributes, checkEntitlement, type Decision, type EntitlementQuery } from '@gatehouse/sdk'
import type { ReactNode } from 'react'
import { useSessionState } from './context'

/**
 * Returns whether the user may use a feature or a permission, and why not: `useEntitlements({ featureKey: 'sso' })`. Rules
 * may use `attributes` that only the product knows. Throws `EntitlementsNotEnabledError` unless the provider has
 * `entitlements`. Hidden content is still in the page's script, so the server must check, too.
 */
export function useEntitlements(query: EntitlementQuery, attributes?: Attributes): Decision {
  return checkEntitlement(useSessionState(), query, attributes)
}

type EntitlementKey =
  | { readonly feature: string; readonly permission?: undefined }
  | { readonly feature?: undefined; readonly permission: string }

export type EntitlementProps = EntitlementKey & {
  readonly attributes?: Attributes
  readonly children: ReactNode
  /** Shown to users without the entitlement. */
  readonly fallback?: ReactNode
}

/** Renders its children if the user may use the feature or permission: `<Entitlement feature="sso">`. */
export function Entitlement({ attributes, children, fallback = null, ...key }: EntitlementProps): ReactNode {
  const query = key.feature === undefined ? { permissionKey: key.permission } : { featureKey: key.feature }
  return useEntitlements(query, attributes).isEntitled ? children : fallback
}
