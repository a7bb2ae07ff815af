import { SectionError, ToFirstSection } from '@gatehouse/admin-portal/kit'
import { Loading } from '@gatehouse/ui'
import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { consoleRoute } from './console.route'
import type { ConsoleContext } from './console-context'
import { SECTIONS } from './sections'
import { mergesRoute } from './users/merges/merges.route'

export function createConsoleRouter(
  context: Omit<ConsoleContext, 'sections'>,
  basepath: string,
  history: RouterHistory,
) {
  return createRouter({
    routeTree: consoleRoute.addChildren([...SECTIONS.map(({ route }) => route), mergesRoute]),
    basepath,
    history,
    context: { ...context, sections: SECTIONS },
    defaultErrorComponent: SectionError,
    // While a page's script loads, the previous page stays visible.
    defaultPendingComponent: Loading,
    defaultPendingMs: 400,
    defaultNotFoundComponent: ToFirstSection,
    scrollRestoration: false,
  })
}
