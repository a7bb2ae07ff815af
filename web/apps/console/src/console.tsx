import { useVendorBrand } from '@gatehouse/admin-portal/kit'
import { TenantBoundary, useApi, useSession, useSessionState } from '@gatehouse/react'
import { StaffBoundary } from '@gatehouse/react/staff'
import {
  ErrorState,
  Loading,
  PermissionHelp,
  StalePageQuestion,
  UiProvider,
  type UiProviderProps,
  useHasUnsaved,
} from '@gatehouse/ui'
// biome-ignore lint/style/noRestrictedImports: the router needs the client; sections have useAction.
import { useQueryClient } from '@tanstack/react-query'
import { createBrowserHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import '@gatehouse/ui/portal.css'
import '@gatehouse/ui/console.css'
import './shared/descriptions'
import './shared/refusals'
import { useT } from './console.texts'
import { createConsoleRouter } from './console-router'
import { AccessDenied } from './frame/access-denied'

export interface ConsoleProps extends Pick<UiProviderProps, 'env'> {
  /** Path prefix of the console. */
  readonly basePath?: string
  readonly history?: RouterHistory
}

/** The vendor's console: all tenants, and the configuration that applies to all of them. */
export function Console({ basePath = '/', history, env }: ConsoleProps) {
  return (
    <UiProvider brand={useVendorBrand()} env={env}>
      <TenantBoundary
        keepStale={useHasUnsaved()}
        renderStale={(stale) => <StalePageQuestion stale={stale} />}
        fallback={<Loading size="page" />}
        renderError={(error, retry) => <ErrorState size="page" error={error} onRetry={retry} />}
        queries={QUERIES}
      >
        <StaffBoundary
          fallback={<Loading size="page" />}
          renderError={(error, retry) => <AccessDenied error={error} onRetry={retry} />}
        >
          <Sections basePath={basePath} history={history} />
        </StaffBoundary>
      </TenantBoundary>
    </UiProvider>
  )
}

/** Sections that are reopened within this time need no request; older rows are refreshed. */
const QUERIES = { staleTime: 15_000 }

function Sections({ basePath, history }: { basePath: string; history: RouterHistory | undefined }) {
  const api = useApi()
  const session = useSession()
  const queryClient = useQueryClient()
  const { user } = useSessionState()
  const [router] = useState(() =>
    createConsoleRouter({ api, session, queryClient, user }, basePath, history ?? createBrowserHistory()),
  )
  return (
    <PermissionHelp value={useT()('refused')}>
      {/* A role may change while its page is open: the next way through the console is by the new one. */}
      <RouterProvider router={router} context={{ user }} />
    </PermissionHelp>
  )
}
