import type { User } from './user'

/**
 * Whether a permission or pattern grants a permission: `fe.secure.*` grants `fe.secure.read.roles`. Dots are literal, a
 * star matches anything.
 */
export function grantsPermission(held: string, wanted: string): boolean {
  const pattern = held.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')
  return new RegExp(`^${pattern}$`, 's').test(wanted)
}

export function hasPermission(user: User, key: string): boolean {
  return user.superUser === true || user.permissions.some((held) => grantsPermission(held.key, key))
}

export function hasRole(user: User, key: string): boolean {
  return user.superUser === true || user.roles.some((role) => role.key === key)
}

export interface Requirement {
  readonly permissions?: readonly string[]
  readonly roles?: readonly string[]
}

/**
 * Whether the user is a super user or has at least one of the required keys. An empty requirement admits every user.
 */
export function hasAccess(user: User, { permissions = [], roles = [] }: Requirement): boolean {
  if (permissions.length + roles.length === 0) return true
  return permissions.some((key) => hasPermission(user, key)) || roles.some((key) => hasRole(user, key))
}
