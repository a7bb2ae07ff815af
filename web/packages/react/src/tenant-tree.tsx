import { type ApiError, createClient } from '@gatehouse/api'
import type { SessionState } from '@gatehouse/sdk'
import { type DefaultOptions, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { ApiContext } from './api'
import { useLoginWithRedirect, withQuery } from './auth'
import { KnownStateContext, useSession, useSessionState, useWiring } from './context'
import { useDeparture } from './departure'
import { ownedFetch, ownerOf, TenantChangedError } from './owner'
import { createQueryClient } from './query-client'

type SignedInState = Extract<SessionState, { status: 'authenticated' }>

/** Why the rendered page does not belong to the current session. */
export type Held =
  | { readonly reason: 'ended'; readonly loginUrl: string }
  | {
      readonly reason: 'switched'
      readonly from: string | undefined
      readonly to: string | undefined
      /** Switches back to the tenant of the page. */
      readonly back: () => Promise<void>
    }

export interface TenantTreeProps {
  /** Keeps the page with unsaved input when its session ends or switches to another tenant. */
  readonly hold: boolean
  /** Asks the user what to do with the stale page. */
  readonly question: (held: Held) => ReactNode
  /** Shown until the session is restored, while a page below suspends, and before the redirect to the login page. */
  readonly waiting: ReactNode
  /** Rendered if the session could not be restored. */
  readonly failed: (error: ApiError, retry: () => void) => ReactNode
  /** Defaults of all queries below. */
  readonly queries?: DefaultOptions['queries']
  readonly children: ReactNode
}

/**
 * Binds everything below to one user in one tenant: the API client, the query results and the rendered page. When the
 * owner changes, all of it is created anew. Signed-out users are redirected to the login page and return to the
 * requested address.
 */
export function TenantTree({ hold, question, waiting, failed, queries, children }: TenantTreeProps) {
  const state = useSessionState()
  const [shown, setShown] = useState(state)
  const isHeld = hold && mayComeBack(shown, state)
  if (!isHeld && shown !== state) setShown(state)
  const current = isHeld ? shown : state

  if (current.status !== 'authenticated') {
    return <Entrance state={current} waiting={waiting} failed={failed} />
  }
  const owner = ownerOf(current)
  return (
    <>
      <KnownStateContext value={current}>
        <OwnedTree key={owner} owner={owner} isHeld={isHeld} queries={queries}>
          {/* A boundary of its own, because React would drop the client and the query results of a tree that suspends while mounting. */}
          <Suspense fallback={waiting}>{children}</Suspense>
        </OwnedTree>
      </KnownStateContext>
      {isHeld && <Question shown={current} state={state} question={question} />}
    </>
  )
}

/** The same user signed out or switched tenants. Another user never sees what this one typed. */
function mayComeBack(shown: SessionState, state: SessionState): shown is SignedInState {
  if (shown.status !== 'authenticated' || state.status === 'loading') return false
  if (state.status === 'anonymous') return true
  return state.user.id === shown.user.id && state.user.tenantId !== shown.user.tenantId
}

interface OwnedTreeProps {
  readonly owner: string
  /** The session has another owner, so calls fail. */
  readonly isHeld: boolean
  readonly queries: DefaultOptions['queries']
  readonly children: ReactNode
}

function OwnedTree({ owner, isHeld, queries, children }: OwnedTreeProps) {
  const session = useSession()
  const [api] = useState(() => createClient({ baseUrl: session.baseUrl, fetch: ownedFetch(session, owner) }))
  const [queryClient] = useState(() => createQueryClient(owner, queries))

  // Refetches what failed while the session was in another tenant.
  useEffect(() => {
    if (!isHeld)
      void queryClient.refetchQueries({ predicate: ({ state }) => state.error instanceof TenantChangedError })
  }, [isHeld, queryClient])

  // After reconnecting, reloads the user and their permissions, like every query.
  useEffect(() => {
    const reload = () => void session.reloadUser().catch(() => undefined)
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [session])

  return (
    <QueryClientProvider client={queryClient}>
      <ApiContext value={api}>{children}</ApiContext>
    </QueryClientProvider>
  )
}

interface QuestionProps extends Pick<TenantTreeProps, 'question'> {
  readonly shown: SignedInState
  readonly state: SessionState
}

function Question({ shown, state, question }: QuestionProps) {
  const { session, loginUrl } = useWiring()
  if (state.status !== 'authenticated') {
    // Opens in another tab, which returns to the same page instead of the start page.
    const to = { organization: session.loginAlias, redirectUrl: session.environment.href() }
    return question({ reason: 'ended', loginUrl: withQuery(loginUrl, to) })
  }
  return question({
    reason: 'switched',
    from: shown.activeTenant?.name,
    to: state.activeTenant?.name,
    back: () => session.switchTenant(shown.user.tenantId),
  })
}

interface EntranceProps extends Pick<TenantTreeProps, 'waiting' | 'failed'> {
  readonly state: SessionState
}

function Entrance({ state: { status, failure }, waiting, failed }: EntranceProps) {
  const session = useSession()
  if (failure) return failed(failure, () => void session.refresh())
  return status === 'loading' ? waiting : <ToLogin waiting={waiting} failed={failed} />
}

function ToLogin({ waiting, failed }: Pick<TenantTreeProps, 'waiting' | 'failed'>) {
  const login = useLoginWithRedirect()
  const leave = useCallback(() => login(), [login])
  const { failure, run } = useDeparture(leave)
  useEffect(() => run(), [run])
  return failure ? failed(failure, run) : waiting
}
