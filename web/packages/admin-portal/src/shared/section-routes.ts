import type { User } from '@gatehouse/sdk'
import type { Filters } from '@gatehouse/ui'
import { type AnyRoute, type AnyRouter, createRoute, type RouteComponent, redirect } from '@tanstack/react-router'
import { portalRoute } from '../portal.route'
import type { PortalContext } from '../portal-context'
import { DetailsError, DetailsPending } from './details-states'
import { readState, type StateOf, type TableOf, tableSearch } from './table-state'
import { addressOf, type Tabs, tabAt, visibleTabs } from './tabs'

interface PageRoute {
  readonly path: string
  /** `lazyRouteComponent(() => loadChunk(() => import('./account-page')), 'AccountPage')`: its script is loaded when the page is opened. */
  readonly page: RouteComponent
  /** Asks for what the page shows while its script is on the way. Not waited for: the page shows an outline meanwhile. */
  readonly load?: (context: PortalContext) => unknown
  /** Where it stands, if not under the portal itself: a tab's page is under its section's. */
  readonly parent?: () => AnyRoute
}

const PORTAL = (): AnyRoute => portalRoute

/** A single page. */
export function pageRoute({ path, page, load, parent = PORTAL }: PageRoute): AnyRoute {
  return createRoute({
    getParentRoute: parent,
    path,
    loader: ({ context }) => void load?.(context),
    component: page,
  })
}

interface TableRoute<All extends Filters> extends Omit<PageRoute, 'load'> {
  readonly table: TableOf<All>
  readonly load: (context: PortalContext, state: StateOf<All>) => unknown
  /** A drawer beside the table, at `<path>/<id>`. The page renders an `<Outlet />` for it. */
  readonly details?: {
    readonly page: RouteComponent
    readonly load?: (context: PortalContext, id: string) => unknown
  }
}

/** A table, whose page, search, sort and filters live in the address, and the details of its rows. */
export function tableRoute<All extends Filters>(route: TableRoute<All>): AnyRoute {
  const { path, page, table, load, details, parent = PORTAL } = route
  const isIndex = path === '/' && details !== undefined
  const list = createRoute({
    getParentRoute: parent,
    // What stands at the address of its parent can have others below it only without a part of its own.
    ...(isIndex ? { id: 'table' } : { path }),
    ...tableSearch(table),
    loaderDeps: ({ search }) => search,
    loader: ({ context, deps }) => void load(context, readState(table, deps)),
    component: page,
  })
  if (!details) return list
  return list.addChildren([
    createRoute({
      getParentRoute: () => list,
      path: '$id',
      loader: ({ context, params }) => void details.load?.(context, params.id),
      component: details.page,
      pendingComponent: DetailsPending,
      errorComponent: DetailsError,
    }),
    ...(isIndex ? [createRoute({ getParentRoute: () => list, path: '/', component: () => null })] : []),
  ])
}

interface TabsRoute extends Pick<PageRoute, 'path' | 'parent'>, Tabs {
  /** Renders a `TabbedPage`. */
  readonly component: RouteComponent
}

/** Where a person's permissions are not those of their session, `user` has them. */
type TabsContext = PortalContext & { readonly user?: User | null }

/** A section of tabs, each at `/<path>/<tab>`; `/<path>` alone, or a tab that is not for this person, leads to the first. */
export function tabsRoute({ path, component, parent = PORTAL, ...tabs }: TabsRoute): AnyRoute {
  const frame: AnyRoute = createRoute({
    getParentRoute: parent,
    path,
    component,
    beforeLoad({ context, location }) {
      const { session, user } = context as TabsContext
      const known = session.getSnapshot()
      const shown = visibleTabs(tabs, { metadata: known.metadata, user: user ?? known.user })
      const [first] = shown
      if (!first || tabAt(tabs, shown, location.pathname)) return
      throw redirect<AnyRouter>({ to: addressOf(path, first), search: {}, replace: true })
    },
  })
  return frame.addChildren(tabs.tabs.map(({ route }) => route(() => frame)))
}

/** Several pages in one section, each at `/<path>/…`. */
export function nestedRoute(path: string, pages: (parent: () => AnyRoute) => AnyRoute[]): AnyRoute {
  const frame: AnyRoute = createRoute({ getParentRoute: PORTAL, path })
  return frame.addChildren(pages(() => frame))
}
