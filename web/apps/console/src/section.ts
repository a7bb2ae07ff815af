import type { Permission } from '@gatehouse/admin-portal/kit'
import type { TablerIcon } from '@tabler/icons-react'
import type { AnyRoute } from '@tanstack/react-router'

/** Navigation groups in their order, by what a vendor works on. */
export const GROUPS = ['customers', 'access', 'catalog', 'signIn', 'integrations', 'operations'] as const
export type Group = (typeof GROUPS)[number]

/** An entry of the navigation with its pages. Each section is a folder, as in the admin portal. */
export interface Section {
  /** First segment of the path of its pages. */
  readonly path: string
  readonly group: Group
  readonly icon: TablerIcon
  readonly label: () => string
  /** At least one of these is required to see the section. */
  readonly permissions: readonly Permission[]
  /** Made by `pageRoute`, `tableRoute` or `tabsRoute`, under `consoleRoute`. */
  readonly route: AnyRoute
}
