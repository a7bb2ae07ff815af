import { confirmLeave, useHasUnsaved } from '@gatehouse/ui'
import {
  type AnyRouter,
  type RouterHistory,
  Link as RouterLink,
  useRouteContext,
  useRouter,
  useNavigate as useRouterNavigate,
  useParams as useRouterParams,
  useSearch as useRouterSearch,
  useRouterState,
} from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { PortalContext } from '../portal-context'

// The compiler knows the addresses of one router only, and that is the app's around the portal. Here they are texts.

type Search = Readonly<Record<string, unknown>>

/** What stands for `$id` in an address: a text of any letters, which the router escapes. */
type Params = Readonly<Record<string, string>>

interface LinkProps {
  readonly to: string
  readonly params?: Params
  readonly search?: Search
  readonly className?: string | undefined
  readonly onClick?: (() => void) | undefined
  readonly children: ReactNode
}

/** A link within the portal; `aria-current` marks the one that leads to the page shown. */
export const Link = RouterLink as unknown as (props: LinkProps) => ReactNode

interface Target {
  /** From the portal's beginning, or `.` for the page shown. */
  readonly to: string
  readonly params?: Params
  readonly search?: Search | ((search: Search) => Search)
  readonly replace?: boolean
  readonly resetScroll?: boolean
}

export const useNavigate = useRouterNavigate as unknown as () => (target: Target) => Promise<void>

export const useSearch = (): Search => useRouterSearch<AnyRouter, undefined, false>({ strict: false }) as Search

export const useParams = (): Readonly<Record<string, string>> =>
  useRouterParams<AnyRouter, undefined, false>({ strict: false }) as Readonly<Record<string, string>>

export const usePortalContext = (): PortalContext =>
  useRouteContext<AnyRouter, '__root__'>({ from: '__root__' }) as PortalContext

/** The section whose page is on screen; undefined until there is one. */
export const useShownSection = (): string | undefined =>
  useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname.split('/').find(Boolean) })

/**
 * Asks before unsaved work is left for another page. The browser has gone back or forward by the time it tells: it is
 * called back at once, so that the address is that of the page while the question stands, however often the user presses
 * Back meanwhile, and goes there again once they may leave.
 */
export function useLeaveGuard(): void {
  const { history }: { history: RouterHistory } = useRouter<AnyRouter>()
  const asks = useHasUnsaved()
  useEffect(() => {
    if (!asks) return
    return history.block({
      enableBeforeUnload: false,
      async blockerFn({ currentLocation, nextLocation, action }) {
        // What only narrows or turns the list below leaves dialogs and forms as they are.
        if (currentLocation.pathname === nextLocation.pathname) return false
        if (action === 'PUSH' || action === 'REPLACE') return !(await confirmLeave())
        const steps = nextLocation.state.__TSR_index - currentLocation.state.__TSR_index
        void confirmLeave().then((leaves) => leaves && history.go(steps, { ignoreBlocker: true }))
        return true
      },
    })
  }, [history, asks])
}
