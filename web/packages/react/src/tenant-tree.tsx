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

/** Why the page shown is no longer that of the session. */
export type Held =
  | { readonly reason: 'ended'; readonly loginUrl: string }
  | {
      readonly reason: 'switched'
      readonly from: string | undefined
      readonly to: string | undefined
      /** To the organization that the page belongs to. */
      readonly back: () => Promise<void>
    }

export interface TenantTreeProps {
  /** While somebody types, the page stays although its session ended or went to another tenant. */
  readonly hold: boolean
  /** Asks what shall become of the page that stayed. */
  readonly question: (held: Held) => ReactNode
  /** Until it is known who is signed in, while a page below suspends, and on the way to the login page. */
  readonly waiting: ReactNode
  /** When that could not be found out. */
  readonly failed: (error: ApiError, retry: () => void) => ReactNode
  /** Of all queries below. */
  readonly queries?: DefaultOptions['queries']
  readonly children: ReactNode
}

/**
 * Everything below belongs to one person in one tenant: the api client, the query results, what is on screen. When the
 * owner changes it is built anew, and nothing that was loaded for the one before stays. Who is not signed in goes to
 * the login page, and comes back to where they wanted to be.
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
          {/* Its own boundary: React would drop the client and the query results of a tree that suspends as it mounts. */}
          <Suspense fallback={waiting}>{children}</Suspense>
        </OwnedTree>
      </KnownStateContext>
      {isHeld && <Question shown={current} state={state} question={question} />}
    </>
  )
}

/** The same person, whose session ended or went to another tenant. Another person never sees what this one typed. */
function mayComeBack(shown: SessionState, state: SessionState): shown is SignedInState {
  if (shown.status !== 'authenticated' || state.status === 'loading') return false
  if (state.status === 'anonymous') return true
  return state.user.id === shown.user.id && state.user.tenantId !== shown.user.tenantId
}

interface OwnedTreeProps {
  readonly owner: string
  /** The session is not this owner's: calls fail. */
  readonly isHeld: boolean
  readonly queries: DefaultOptions['queries']
  readonly children: ReactNode
}

function OwnedTree({ owner, isHeld, queries, children }: OwnedTreeProps) {
  const session = useSession()
  const [api] = useState(() => createClient({ baseUrl: session.baseUrl, fetch: ownedFetch(session, owner) }))
  const [queryClient] = useState(() => createQueryClient(owner, queries))

  // What failed while the session was in another tenant is read again.
  useEffect(() => {
    if (!isHeld)
      void queryClient.refetchQueries({ predicate: ({ state }) => state.error instanceof TenantChangedError })
  }, [isHeld, queryClient])

  // Back on the network, who the person is and may do is read again, as every query is.
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
    // Asked in another tab, which comes to the same page: nobody knows their way from the start.
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
