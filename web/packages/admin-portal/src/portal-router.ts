import { Loading } from '@gatehouse/ui'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { SectionError } from './frame/section-error'
import { ToFirstSection } from './frame/to-first-section'
import { portalRoute } from './portal.route'
import type { PortalContext } from './portal-context'
import { SECTIONS } from './sections'

interface Where {
  readonly basePath: string
  readonly history: RouterHistory
}

export function createPortalRouter(context: Omit<PortalContext, 'sections'>, { basePath, history }: Where) {
  return createRouter({
    routeTree: portalRoute.addChildren(SECTIONS.map(({ route }) => route)),
    basepath: basePath,
    history,
    context: { ...context, sections: SECTIONS },
    defaultErrorComponent: SectionError,
    // A script that is long on its way: until then the page before stays.
    defaultPendingComponent: Loading,
    defaultPendingMs: 400,
    defaultNotFoundComponent: ToFirstSection,
    scrollRestoration: false,
  })
}
