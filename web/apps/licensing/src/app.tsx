import { GatehouseProvider, TenantBoundary } from '@gatehouse/react'
import { createSession, type Session } from '@gatehouse/sdk'
import { ErrorBoundary, ErrorState, Loading, StalePageQuestion, UiProvider, useHasUnsaved } from '@gatehouse/ui'
import { createBrowserHistory, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import '@gatehouse/ui/portal.css'
import { Analytics } from './analytics/analytics'
import { FatalError } from './fatal/fatal-error'
import { Onboarding } from './onboarding/onboarding'
import { createAppRouter } from './router'
import { UserDataProvider } from './session/user-data'

/** Tests bring their own of everything that the browser gives otherwise. */
interface Props {
  readonly session?: Session
  readonly history?: RouterHistory
  readonly env?: 'default' | 'test'
}

export function App({ session: given, history: place, env = 'default' }: Props) {
  const [session] = useState(() => given ?? createSession())
  const [history] = useState(() => place ?? createBrowserHistory())
  return (
    <UiProvider density="portal" env={env}>
      <ErrorBoundary fallback={() => <FatalError />}>
        <GatehouseProvider session={session}>
          <OneTenant>
            <Portal history={history} />
          </OneTenant>
        </GatehouseProvider>
      </ErrorBoundary>
    </UiProvider>
  )
}

/** Results never go stale unless a query says so (licensing spec §7). */
const QUERIES = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false }

/** Until the user is authenticated there is only a loading indicator. */
function OneTenant({ children }: { readonly children: ReactNode }) {
  return (
    <TenantBoundary
      keepStale={useHasUnsaved()}
      renderStale={(stale) => <StalePageQuestion stale={stale} />}
      fallback={<Loading size="page" />}
      renderError={(error, retry) => <ErrorState size="page" error={error} onRetry={retry} />}
      queries={QUERIES}
    >
      <ErrorBoundary fallback={() => <FatalError />}>
        <Suspense fallback={<Loading size="page" />}>{children}</Suspense>
      </ErrorBoundary>
    </TenantBoundary>
  )
}

function Portal({ history }: { readonly history: RouterHistory }) {
  const [router] = useState(() => createAppRouter(history))
  return (
    <UserDataProvider>
      <Analytics />
      <Onboarding>
        <RouterProvider router={router} />
      </Onboarding>
    </UserDataProvider>
  )
}
