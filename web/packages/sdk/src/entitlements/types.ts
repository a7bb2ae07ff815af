/** Treatments are strings on the wire (wire reference §11). */
export type Treatment = 'true' | 'false'

export interface Condition {
  readonly attribute: string
  readonly op: string
  readonly negate: boolean
  readonly value: Readonly<Record<string, unknown>>
}

/** Applies when all conditions are met; a rule without conditions always applies. */
export interface Rule {
  readonly conditions: readonly Condition[]
  readonly treatment: Treatment
}

export interface FeatureFlag {
  readonly on: boolean
  readonly offTreatment: Treatment
  readonly defaultTreatment: Treatment
  readonly rules?: readonly Rule[]
}

export interface Feature {
  readonly planIds: readonly string[]
  /** Milliseconds since 1970; -1: no expiry; null: not granted to the user or the account. */
  readonly expireTime: number | null
  readonly linkedPermissions: readonly string[]
  readonly featureFlag?: FeatureFlag | null
}

export interface Plan {
  readonly defaultTreatment: Treatment
  readonly rules?: readonly Rule[]
}

/** Features by key, plans by id, permissions by key or pattern. */
export interface Entitlements {
  readonly features: Readonly<Record<string, Feature>>
  readonly plans: Readonly<Record<string, Plan>>
  readonly permissions: Readonly<Record<string, boolean>>
}

export type Justification = 'MISSING_FEATURE' | 'MISSING_PERMISSION' | 'BUNDLE_EXPIRED'

/** A feature, or a permission with its linked features. */
export type EntitlementQuery = { readonly featureKey: string } | { readonly permissionKey: string }

export interface Decision {
  readonly isEntitled: boolean
  /** Why the user is not entitled. */
  readonly justification?: Justification
}

export type Attribute = string | number | boolean | Date | readonly unknown[] | null | undefined

/** By name: `frontegg.email`, `jwt.metadata.level`, or a name chosen by the application. */
export type Attributes = Readonly<Record<string, Attribute>>
