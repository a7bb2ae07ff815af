import { GatehouseProvider } from '@gatehouse/react'
import { createSession, type Session } from '@gatehouse/sdk'
import { ErrorBoundary, UiProvider } from '@gatehouse/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Analytics } from './analytics/analytics'
import { ApiContext, createApi } from './api'
import { FatalError } from './fatal/fatal-error'
import { Onboarding } from './onboarding/onboarding'
import { createQueryClient } from './queries'
import { createAppRouter } from './router'
import { SignedInGate } from './session/signed-in-gate'
import { UserDataProvider } from './session/user-data'

/** Tests bring their own of everything that the browser gives otherwise. */
interface Props {
  readonly session?: Session
  readonly history?: RouterHistory
  readonly env?: 'default' | 'test'
}

export function App({ session: given, history, env = 'default' }: Props) {
  const [session] = useState(() => given ?? createSession())
  const [router] = useState(() => createAppRouter(history))
  return (
    <Providers session={session} env={env}>
      <SignedInGate>
        <UserDataProvider>
          <Analytics />
          <Onboarding>
            <RouterProvider router={router} />
          </Onboarding>
        </UserDataProvider>
      </SignedInGate>
    </Providers>
  )
}

interface ProvidersProps extends Required<Pick<Props, 'session' | 'env'>> {
  readonly children: ReactNode
}

function Providers({ session, env, children }: ProvidersProps) {
  const [queryClient] = useState(createQueryClient)
  const [api] = useState(() => createApi(session))
  return (
    <UiProvider density="portal" env={env}>
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary fallback={() => <FatalError />}>
          <ApiContext value={api}>
            <GatehouseProvider session={session}>{children}</GatehouseProvider>
          </ApiContext>
        </ErrorBoundary>
      </QueryClientProvider>
    </UiProvider>
  )
}
