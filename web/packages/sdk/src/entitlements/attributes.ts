import type { Attribute, Attributes } from './types'

interface UserClaims {
  readonly id?: unknown
  readonly email?: unknown
  readonly email_verified?: unknown
  readonly tenantId?: unknown
}

/**
 * Collects the attributes that rules can use: those of the application, `frontegg.*`, and `jwt.*` with all claims of
 * the user, where nested names are joined by dots. The application cannot override known attributes.
 */
export function buildAttributes(user: UserClaims | null, given: Attributes = {}): Attributes {
  if (!user) return given
  const { id, email, email_verified, tenantId } = user
  const own = { email, emailVerified: email_verified, tenantId, userId: id }
  return { ...given, ...flatten('frontegg', own), ...flatten('jwt', user) }
}

function flatten(prefix: string, value: unknown): Record<string, Attribute> {
  return Object.fromEntries(flattenEntries(prefix, value))
}

function flattenEntries(name: string, value: unknown): [string, Attribute][] {
  const isNested = typeof value === 'object' && value !== null && !(value instanceof Date)
  if (!isNested) return [[name, value as Attribute]]
  return Object.entries(value).flatMap(([key, inner]) => flattenEntries(`${name}.${key}`, inner))
}
