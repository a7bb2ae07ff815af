import { type ApiError, createClient } from '@gatehouse/api'
import type { SessionState } from '@gatehouse/sdk'
import { type DefaultOptions, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { ApiContext } from './api'
import { useLoginWithRedirect, withQuery } from './auth'
import { SessionStateOverride, useGatehouse, useSession, useSessionState } from './context'
import { createOwnerFetch, getOwner, TenantChangedError } from './owner'
import { createQueryClient } from './query-client'
import { useRedirect } from './use-redirect'

type SignedInState = Extract<SessionState, { status: 'authenticated' }>

/** Why the rendered page does not belong to the current session. */
export type StaleTenant =
  | { readonly reason: 'ended'; readonly loginUrl: string }
  | {
      readonly reason: 'switched'
      readonly from: string | undefined
      readonly to: string | undefined
      /** Switches back to the tenant of the page. */
      readonly back: () => Promise<void>
    }

export interface TenantBoundaryProps {
  /** Keeps the page with unsaved input when its session ends or switches to another tenant. */
  readonly keepStale: boolean
  /** Asks the user what to do with the stale page. */
  readonly renderStale: (held: StaleTenant) => ReactNode
  /** Shown until the session is restored, while a page below suspends, and before the redirect to the login page. */
  readonly fallback: ReactNode
  /** Rendered if the session could not be restored. */
  readonly renderError: (error: ApiError, retry: () => void) => ReactNode
  /** Defaults of all queries below. */
  readonly queries?: DefaultOptions['queries']
  readonly children: ReactNode
}

/**
 * Binds everything below to one user in one tenant: the API client, the query results and the rendered page. When the
 * owner changes, all of it is created anew. Signed-out users are redirected to the login page and return to the
 * requested address.
 */
export function TenantBoundary({
  keepStale,
  renderStale,
  fallback,
  renderError,
  queries,
  children,
}: TenantBoundaryProps): ReactNode {
  const state = useSessionState()
  const [rendered, setRendered] = useState(state)
  const isStale = keepStale && canReturn(rendered, state)
  if (!isStale && rendered !== state) setRendered(state)
  const current = isStale ? rendered : state

  if (current.status !== 'authenticated') {
    return <SignedOutContent state={current} fallback={fallback} renderError={renderError} />
  }
  const owner = getOwner(current)
  return (
    <>
      <SessionStateOverride.Provider value={current}>
        <TenantScope key={owner} owner={owner} isStale={isStale} queries={queries}>
          {/* A boundary of its own, because React would drop the client and the query results of a tree that suspends while mounting. */}
          <Suspense fallback={fallback}>{children}</Suspense>
        </TenantScope>
      </SessionStateOverride.Provider>
      {isStale && <StaleTenantQuestion rendered={current} state={state} renderStale={renderStale} />}
    </>
  )
}

/** The same user signed out or switched tenants. Another user never sees what this one typed. */
function canReturn(rendered: SessionState, state: SessionState): rendered is SignedInState {
  if (rendered.status !== 'authenticated' || state.status === 'loading') return false
  if (state.status === 'anonymous') return true
  return state.user.id === rendered.user.id && state.user.tenantId !== rendered.user.tenantId
}

interface TenantScopeProps {
  readonly owner: string
  /** The session has another owner, so calls fail. */
  readonly isStale: boolean
  readonly queries: DefaultOptions['queries']
  readonly children: ReactNode
}

function TenantScope({ owner, isStale, queries, children }: TenantScopeProps) {
  const session = useSession()
  const [api] = useState(() => createClient({ baseUrl: session.baseUrl, fetch: createOwnerFetch(session, owner) }))
  const [queryClient] = useState(() => createQueryClient(owner, queries))

  // Refetches what failed while the session was in another tenant.
  useEffect(() => {
    if (!isStale)
      void queryClient.refetchQueries({ predicate: ({ state }) => state.error instanceof TenantChangedError })
  }, [isStale, queryClient])

  // After reconnecting, reloads the user and their permissions, like every query.
  useEffect(() => {
    const reload = () => void session.reloadUser().catch(() => undefined)
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [session])

  return (
    <QueryClientProvider client={queryClient}>
      <ApiContext.Provider value={api}>{children}</ApiContext.Provider>
    </QueryClientProvider>
  )
}

interface StaleTenantQuestionProps extends Pick<TenantBoundaryProps, 'renderStale'> {
  readonly rendered: SignedInState
  readonly state: SessionState
}

function StaleTenantQuestion({ rendered, state, renderStale }: StaleTenantQuestionProps) {
  const { session, loginUrl } = useGatehouse()
  if (state.status !== 'authenticated') {
    // Opens in another tab, which returns to the same page instead of the start page.
    const to = { organization: session.loginAlias, redirectUrl: session.environment.href() }
    return renderStale({ reason: 'ended', loginUrl: withQuery(loginUrl, to) })
  }
  return renderStale({
    reason: 'switched',
    from: rendered.activeTenant?.name,
    to: state.activeTenant?.name,
    back: () => session.switchTenant(rendered.user.tenantId),
  })
}

interface SignedOutContentProps extends Pick<TenantBoundaryProps, 'fallback' | 'renderError'> {
  readonly state: SessionState
}

function SignedOutContent({ state: { status, failure }, fallback, renderError }: SignedOutContentProps) {
  const session = useSession()
  if (failure) return renderError(failure, () => void session.refresh())
  return status === 'loading' ? fallback : <LoginRedirect fallback={fallback} renderError={renderError} />
}

function LoginRedirect({ fallback, renderError }: Pick<TenantBoundaryProps, 'fallback' | 'renderError'>) {
  const login = useLoginWithRedirect()
  const redirect = useCallback(() => login(), [login])
  const { failure, run } = useRedirect(redirect)
  useEffect(() => run(), [run])
  return failure ? renderError(failure, run) : fallback
}
