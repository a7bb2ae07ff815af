import { hasAccess, type User } from '@gatehouse/sdk'
import type { Section } from '../section'

/** Sections that the user's role can see. */
export function visibleSections(sections: readonly Section[], user: User | null): Section[] {
  return sections.filter(({ permissions }) => user !== null && hasAccess(user, { permissions }))
}
