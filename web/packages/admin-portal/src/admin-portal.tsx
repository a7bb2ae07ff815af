import { createClient } from '@gatehouse/api'
import { GatehouseProvider, useSession, useSessionState } from '@gatehouse/react'
import type { Session } from '@gatehouse/sdk'
import { UiProvider, type UiProviderProps } from '@gatehouse/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createBrowserHistory,
  createHashHistory,
  createMemoryHistory,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Entrance } from './frame/entrance'
import { ForcedSchemeContext } from './frame/forced-scheme'
import { useVendorBrand, useVendorTexts } from './frame/vendor'
import { createPortalRouter } from './portal-router'
import { ApiContext } from './shared/api'
import { createQueryClient } from './shared/query-client'

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

function BrandedPortal({ language, colorScheme, env, ...place }: PortalProps) {
  useVendorTexts()
  return (
    <UiProvider brand={useVendorBrand()} language={language} colorScheme={colorScheme} env={env}>
      <ForcedSchemeContext value={colorScheme !== undefined}>
        <Entrance>
          <Place {...place} />
        </Entrance>
      </ForcedSchemeContext>
    </UiProvider>
  )
}

function Place({
  basePath = '/',
  history = 'path',
  appUrl = '/',
}: Omit<PortalProps, 'language' | 'colorScheme' | 'env'>) {
  const { user } = useSessionState()
  const [place] = useState(() => (typeof history === 'string' ? HISTORIES[history]() : history))
  // Another person or another tenant: nothing that was loaded for the one before may stay.
  const owner = `${user?.id}@${user?.tenantId}`
  return <TenantPortal key={owner} basePath={basePath} history={place} appUrl={appUrl} />
}

function TenantPortal({ basePath, history, appUrl }: { basePath: string; history: RouterHistory; appUrl: string }) {
  const session = useSession()
  const { user, flags } = useSessionState()
  const [{ router, queryClient, api }] = useState(() => {
    const api = createClient({ baseUrl: session.baseUrl, fetch: session.fetch })
    const queryClient = createQueryClient()
    const router = createPortalRouter({ api, session, queryClient, appUrl }, { basePath, history })
    return { api, queryClient, router }
  })

  // Rights that were taken away close the page they opened.
  const rights = JSON.stringify([user?.permissions.map(({ key }) => key), flags])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rights are what the router has to look at again.
  useEffect(() => void router.invalidate(), [router, rights])

  return (
    <QueryClientProvider client={queryClient}>
      <ApiContext value={api}>
        <RouterProvider router={router} />
      </ApiContext>
    </QueryClientProvider>
  )
}
