import { grantsPermission } from '@gatehouse/sdk'
import type { Permission, PermissionCategory } from '../wire'

export interface Cell {
  readonly permission: Permission
  /** Chosen itself. */
  readonly isChosen: boolean
  /** Allowed by a chosen one with a star, whether or not it is chosen itself. */
  readonly isCovered: boolean
  /** May not be chosen: the person lacks it, or the vendor keeps it out of roles. */
  readonly isKept: boolean
}

export interface Row {
  readonly id: string
  readonly name: string
  readonly cells: readonly Cell[]
  /** How many of the single permissions are allowed, and how many there are. */
  readonly allowed: number
  readonly of: number
}

const isWide = ({ key }: Permission) => key.includes('*')

/** What is chosen of the catalogue and what that comes down to, by category; what allows everything comes first. With `everything` nothing is kept. */
export function matrixOf(
  categories: readonly PermissionCategory[],
  chosen: readonly string[],
  may: (key: string) => boolean,
  everything = false,
): Row[] {
  const ids = new Set(chosen)
  const wide = categories
    .flatMap(({ permissions }) => permissions)
    .filter((one) => isWide(one) && ids.has(one.id))
    .map(({ key }) => key)

  const createCell = (permission: Permission): Cell => ({
    permission,
    isChosen: ids.has(permission.id),
    isCovered: wide.some((key) => key !== permission.key && grantsPermission(key, permission.key)),
    isKept: !everything && (permission.assignmentType === 'NEVER' || !may(permission.key)),
  })
  return categories.map(({ id, name, permissions }) => {
    const cells = [...permissions].sort((one, other) => Number(isWide(other)) - Number(isWide(one))).map(createCell)
    const single = cells.filter(({ permission }) => !isWide(permission))
    return {
      id,
      name,
      cells,
      allowed: single.filter(({ isChosen, isCovered }) => isChosen || isCovered).length,
      of: single.length,
    }
  })
}

/** The choice after all of a category were chosen, or taken back; what may not be chosen stays as it is. */
export function withCategory(chosen: readonly string[], { cells }: Row, isWanted: boolean): string[] {
  const open = cells.filter(({ isKept }) => !isKept).map(({ permission }) => permission.id)
  const rest = chosen.filter((id) => !open.includes(id))
  const single = cells.filter(({ isKept, permission }) => !isKept && !isWide(permission))
  return isWanted ? [...new Set([...chosen, ...single.map(({ permission }) => permission.id)])] : rest
}
