/** Treatments are texts on the wire (wire reference §11). */
export type Treatment = 'true' | 'false'

export interface Condition {
  readonly attribute: string
  readonly op: string
  readonly negate: boolean
  readonly value: Readonly<Record<string, unknown>>
}

/** Holds when every condition does; one without conditions always does. */
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
  /** Milliseconds since 1970; -1: for good; null: not given to the person or the account. */
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

/** A feature, or a permission with the features that it is linked to. */
export type Wanted = { readonly featureKey: string } | { readonly permissionKey: string }

export interface Decision {
  readonly isEntitled: boolean
  /** Why not. */
  readonly justification?: Justification
}

export type Attribute = string | number | boolean | Date | readonly unknown[] | null | undefined

/** By name: `frontegg.email`, `jwt.metadata.level`, or a name that the application gave. */
export type Attributes = Readonly<Record<string, Attribute>>
