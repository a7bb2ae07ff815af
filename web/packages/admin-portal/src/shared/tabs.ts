import { hasAccess, type SessionState, type User } from '@gatehouse/sdk'
import type { AnyRoute } from '@tanstack/react-router'
import { appearanceOf } from './appearance'
import type { Permission } from './permissions'

/** One tab of a section, with the page behind it. */
export interface Tab {
  /** Last part of its address. `/`: the section's own, also with the details of a row behind it. */
  readonly path: string
  readonly label: () => string
  /** Its name among the vendor's `fieldsProperties` of the page, if the vendor may hide it. */
  readonly key?: string
  /** One of them is needed to see anything there. */
  readonly permissions?: readonly Permission[]
  /** `(parent) => tableRoute({ path: 'tokens', parent, … })` */
  readonly route: (parent: () => AnyRoute) => AnyRoute
}

/** The tabs of a section, under the section's name in the vendor's metadata. */
export interface Tabs {
  readonly page: string
  readonly tabs: readonly Tab[]
}

interface Viewer {
  readonly user: User | null
  /** What the vendor hides. */
  readonly metadata: SessionState['metadata']
}

/** The tabs this person gets to see: neither hidden by the vendor nor refused by the server anyway. */
export function visibleTabs({ page, tabs }: Tabs, { user, metadata }: Viewer): Tab[] {
  return tabs.filter(({ key, permissions = [] }) => {
    const isHidden = key !== undefined && appearanceOf(metadata, page, key) === 'hidden'
    return !isHidden && user !== null && hasAccess(user, { permissions })
  })
}

/** The one among `shown` that an address leads to. What names no tab at all is a row of that at the section's own. */
export function tabAt({ tabs }: Tabs, shown: readonly Tab[], pathname: string): Tab | undefined {
  const asked = pathname.split('/').filter(Boolean)[1]
  const named = tabs.find(({ path }) => path === asked)
  return shown.find(({ path }) => path === (named?.path ?? '/'))
}

/** Where a tab of the section at `/<section>` stands. */
export const addressOf = (section: string, { path }: Pick<Tab, 'path'>) =>
  path === '/' ? `/${section}` : `/${section}/${path}`
