import { grantsPermission } from '@gatehouse/sdk'
import type { PermissionCategory, Role } from '../wire'

export interface Allowed {
  readonly id: string
  readonly name: string
  readonly permissions: readonly { readonly id: string; readonly key: string; readonly name: string }[]
  /** How many permissions the category has. */
  readonly of: number
}

/** What a role comes down to: `fe.secure.*` is one entry in the role, and three dozen things it allows. */
export function allowedBy(role: Role, categories: readonly PermissionCategory[]): Allowed[] {
  const held = categories
    .flatMap(({ permissions }) => permissions)
    .filter(({ id }) => role.permissions.includes(id))
    .map(({ key }) => key)
  return categories
    .map(({ id, name, permissions }) => {
      const single = permissions.filter(({ key }) => !key.includes('*'))
      const granted = single.filter(({ key }) => held.some((one) => grantsPermission(one, key)))
      return { id, name, permissions: granted, of: single.length }
    })
    .filter(({ permissions }) => permissions.length > 0)
}

export const countOf = (allowed: readonly Allowed[]) =>
  allowed.reduce((sum, { permissions }) => sum + permissions.length, 0)
