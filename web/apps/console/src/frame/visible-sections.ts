import { hasAccess, type User } from '@gatehouse/sdk'
import type { Section } from '../section'

/** The sections that this person's role opens. */
export function visibleSections(sections: readonly Section[], user: User | null): Section[] {
  return sections.filter(({ permissions }) => user !== null && hasAccess(user, { permissions }))
}
