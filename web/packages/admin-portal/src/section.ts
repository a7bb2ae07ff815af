import type { SessionState } from '@gatehouse/sdk'
import type { TablerIcon } from '@tabler/icons-react'
import type { AnyRoute } from '@tanstack/react-router'
import type { Permission } from './shared/permissions'

export const GROUPS = ['you', 'organization', 'security', 'developers', 'billing'] as const
export type Group = (typeof GROUPS)[number]

/**
 * One entry of the navigation, with the pages behind it. A section is a folder: `users/users.section.ts` describes it,
 * `users.texts.ts` has its words, `users.queries.ts` its calls, and every other file is a part of its pages.
 */
export interface Section {
  /** Its name in the vendor's navigation metadata (wire reference §9). */
  readonly key: string
  /** First part of the address of all its pages. */
  readonly path: string
  readonly group: Group
  readonly icon: TablerIcon
  readonly label: () => string
  /** Where the vendor says nothing (admin portal spec §2). */
  readonly visibility: 'always' | 'hidden'
  /** One of them is needed to see anything there: the server refuses all other users. */
  readonly permissions?: readonly Permission[]
  readonly featureFlag?: string
  /** What has to be so besides, as the session says it. */
  readonly holds?: (state: SessionState) => boolean
  /** Made by `pageRoute` or `tableRoute`, at `path`. */
  readonly route: AnyRoute
}
