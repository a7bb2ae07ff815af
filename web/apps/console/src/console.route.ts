import { type AnyRouter, createRootRouteWithContext, redirect } from '@tanstack/react-router'
import type { ConsoleContext } from './console-context'
import { Frame } from './frame/frame'
import { visibleSections } from './frame/visible-sections'

/** Root route. Redirects unknown pages, and pages without permission, to the first section. */
export const consoleRoute = createRootRouteWithContext<ConsoleContext>()({
  component: Frame,
  beforeLoad({ context, location }) {
    const [first, ...others] = visibleSections(context.sections, context.user)
    if (!first) return
    const section = location.pathname.split('/').find(Boolean)
    const isVisible = [first, ...others].some(({ path }) => path === section)
    if (!isVisible) throw redirect<AnyRouter>({ to: `/${first.path}`, search: {}, replace: true })
  },
})
