import { hasAccess, type SessionState } from '@gatehouse/sdk'
import type { Section } from '../section'

/** What the vendor may say of an entry in `adminBox.navigation`. Anything else in its place counts as not said. */
interface Entry {
  readonly visibility?: unknown
  readonly permissions?: unknown
  readonly featureFlag?: unknown
}

/**
 * The sections this person gets to see: neither hidden by the vendor, nor behind a flag that is off, nor refused by the
 * server anyway. `byPermissions` may name other permissions than the section's own.
 */
export function visibleSections(sections: readonly Section[], state: SessionState): Section[] {
  return sections.filter((section) => isVisible(section, state))
}

function isVisible(section: Section, state: SessionState): boolean {
  const { user, flags, metadata } = state
  const entry: Entry = metadata.navigation?.[section.key] ?? {}
  const visibility = entry.visibility ?? section.visibility
  const flag = typeof entry.featureFlag === 'string' ? entry.featureFlag : section.featureFlag
  if (user === null || visibility === 'hidden') return false
  if (flag && flags[flag] !== 'on') return false
  if (section.holds && !section.holds(state)) return false
  const own = visibility === 'byPermissions' ? readKeys(entry.permissions) : []
  return hasAccess(user, { permissions: own.length > 0 ? own : (section.permissions ?? []) })
}

function readKeys(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((key) => typeof key === 'string') : []
}
