import type { TableState } from '@gatehouse/ui'
import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'
import type { PortalContext } from '../portal-context'
import { tableSearch } from './table-state'

interface PageRoute {
  readonly path: string
  /** `lazyRouteComponent(() => import('./account-page'), 'AccountPage')`: its script comes when somebody goes there. */
  readonly page: RouteComponent
  /** Asks for what the page shows while its script is on the way. Not waited for: the page shows an outline meanwhile. */
  readonly load?: (context: PortalContext) => unknown
}

/** A section of a single page. */
export function pageRoute({ path, page, load }: PageRoute): AnyRoute {
  return createRoute({
    getParentRoute: () => portalRoute,
    path,
    loader: ({ context }) => void load?.(context),
    component: page,
  })
}

interface TableRoute extends Omit<PageRoute, 'load'> {
  /** The table as everybody finds it; left out of the address. */
  readonly start: Partial<TableState>
  readonly load: (context: PortalContext, state: TableState) => unknown
  /** A drawer beside the table, at `<path>/<id>`. The page renders an `<Outlet />` for it. */
  readonly details?: {
    readonly page: RouteComponent
    readonly load?: (context: PortalContext, id: string) => unknown
  }
}

/** A section of a table, whose page, search and sort live in the address, and of the details of its rows. */
export function tableRoute({ path, page, start, load, details }: TableRoute): AnyRoute {
  const list = createRoute({
    getParentRoute: () => portalRoute,
    path,
    ...tableSearch(start),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => void load(context, deps),
    component: page,
  })
  if (!details) return list
  return list.addChildren([
    createRoute({
      getParentRoute: () => list,
      path: '$id',
      loader: ({ context, params }) => void details.load?.(context, params.id),
      component: details.page,
    }),
  ])
}
