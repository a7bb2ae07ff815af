import { GatehouseProvider, TenantBoundary, useApi, useSession, useSessionState, useUnmount } from '@gatehouse/react'
import type { Session } from '@gatehouse/sdk'
import { ErrorState, Loading, StalePageQuestion, UiProvider, type UiProviderProps, useHasUnsaved } from '@gatehouse/ui'
// biome-ignore lint/style/noRestrictedImports: the router needs the client; sections have useAction.
import { useQueryClient } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createHashHistory,
  createMemoryHistory,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import '@gatehouse/ui/portal.css'
import { CloseContext } from './frame/close-context'
import { ForcedSchemeContext } from './frame/forced-scheme'
import { useVendorBrand, useVendorTexts } from './frame/vendor'
import { createPortalRouter } from './portal-router'
import { useSetTheme } from './theme-setter'

const HISTORIES = { path: createBrowserHistory, hash: createHashHistory, memory: createMemoryHistory }

export interface AdminPortalProps extends Pick<UiProviderProps, 'language' | 'colorScheme' | 'env'> {
  /** A session made elsewhere. Without it the portal takes that of the `GatehouseProvider` around it. */
  readonly session?: Session
  /** Where people sign in; only with `session`. */
  readonly loginUrl?: string
  /** The part of the address that stands before the portal's own. */
  readonly basePath?: string
  /** Where the portal keeps its place: the path, the hash, or nowhere that shows; or a history of your own. */
  readonly history?: keyof typeof HISTORIES | RouterHistory
  /** Where "Back to the app" leads. */
  readonly appUrl?: string
  /** Takes the portal away, where it lies over the product's page; then it has a button for that, and no `appUrl`. */
  readonly onClose?: () => void
}

/** The self-service portal: for people their own account, for administrators their organization. */
export function AdminPortal({ session, loginUrl = '/account/login', ...props }: AdminPortalProps) {
  if (!session) return <BrandedPortal {...props} />
  return (
    <GatehouseProvider session={session} loginUrl={loginUrl}>
      <BrandedPortal {...props} />
    </GatehouseProvider>
  )
}

type PortalProps = Omit<AdminPortalProps, 'session' | 'loginUrl'>

function BrandedPortal(props: PortalProps) {
  const { language, colorScheme, env, basePath = '/', history = 'path', appUrl = '/', onClose } = props
  const place = useHistory(history)
  useVendorTexts()
  return (
    <UiProvider brand={useSetTheme(useVendorBrand())} language={language} colorScheme={colorScheme} env={env}>
      <ForcedSchemeContext value={colorScheme !== undefined}>
        <CloseContext value={onClose}>
          <TenantBoundary
            keepStale={useHasUnsaved()}
            renderStale={(stale) => <StalePageQuestion stale={stale} />}
            fallback={<Loading size="page" />}
            renderError={(error, retry) => <ErrorState size="page" error={error} onRetry={retry} />}
            queries={QUERIES}
          >
            <TenantPortal basePath={basePath} history={place} appUrl={appUrl} />
          </TenantBoundary>
        </CloseContext>
      </ForcedSchemeContext>
    </UiProvider>
  )
}

/** One that is made here has listeners at the window, and wraps the browser's own: it is undone with the portal. */
function useHistory(history: keyof typeof HISTORIES | RouterHistory): RouterHistory {
  // No state: strict mode would make two, and lose one of them with its listeners.
  const made = useRef<RouterHistory>(undefined)
  useUnmount(() => made.current?.destroy())
  if (typeof history !== 'string') return history
  if (!made.current) made.current = HISTORIES[history]()
  return made.current
}

/** Long enough that a section opened again is there at once, short enough that rows are not stale. */
const QUERIES = { staleTime: 15_000 }

function TenantPortal({ basePath, history, appUrl }: { basePath: string; history: RouterHistory; appUrl: string }) {
  const session = useSession()
  const api = useApi()
  const queryClient = useQueryClient()
  const { user, flags } = useSessionState()
  const [router] = useState(() => createPortalRouter({ api, session, queryClient, appUrl }, { basePath, history }))

  // Rights that were taken away close the page they opened.
  const rights = JSON.stringify([user?.permissions.map(({ key }) => key), flags])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rights are what the router has to look at again.
  useEffect(() => void router.invalidate(), [router, rights])

  return <RouterProvider router={router} />
}
