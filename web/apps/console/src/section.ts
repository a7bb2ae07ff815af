import type { Permission } from '@gatehouse/admin-portal/kit'
import type { TablerIcon } from '@tabler/icons-react'
import type { AnyRoute } from '@tanstack/react-router'

/** The groups of the navigation, in its order: what a vendor works on. */
export const GROUPS = ['customers', 'access', 'catalog', 'signIn', 'integrations', 'operations'] as const
export type Group = (typeof GROUPS)[number]

/** One entry of the navigation, with the pages behind it; a folder, as in the admin portal. */
export interface Section {
  /** First part of the address of all its pages. */
  readonly path: string
  readonly group: Group
  readonly icon: TablerIcon
  readonly label: () => string
  /** One of them is needed to see anything there. */
  readonly permissions: readonly Permission[]
  /** Made by `pageRoute`, `tableRoute` or `tabsRoute`, under `consoleRoute`. */
  readonly route: AnyRoute
}
