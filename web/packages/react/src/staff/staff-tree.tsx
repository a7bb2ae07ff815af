import { ApiError, createClient, unwrap } from '@gatehouse/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiContext, useApi } from '../api'
import { KnownStateContext, useSession, useSessionState } from '../context'
import { onceFetch } from './once'
import { type StaffToken, staffFetch } from './staff-fetch'

export interface StaffTreeProps {
  /** Shown until the permissions are loaded. */
  readonly waiting: ReactNode
  /** Also shown to users who are not staff (`staff.not_staff`) or signed in without MFA (`access.step_up_needed`). */
  readonly failed: (error: ApiError, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/**
 * Must be inside a `TenantBoundary`. Components below call the server as a member of the vendor's staff, with the
 * permissions of their role. Changes of the role apply at once, and removed staff lose access.
 */
export function StaffTree({ waiting, failed, children }: StaffTreeProps) {
  const api = useApi()
  const enter = () => unwrap(api.POST('/vendor/resources/staff/v1/token'))
  const [turnedAway, setTurnedAway] = useState<ApiError>()
  const { data, error, refetch } = useQuery<StaffToken, ApiError>({
    queryKey: ['staff', 'token'],
    queryFn: enter,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const retry = () => void refetch().then((tried) => setTurnedAway(tried.error ?? undefined))
  if (turnedAway) return failed(turnedAway, retry)
  if (!data) return error ? failed(error, retry) : waiting
  return (
    <EnteredTree first={data} enter={enter} onTurnedAway={setTurnedAway}>
      {children}
    </EnteredTree>
  )
}

interface EnteredTreeProps {
  readonly first: StaffToken
  readonly enter: () => Promise<StaffToken>
  readonly onTurnedAway: (error: ApiError) => void
  readonly children: ReactNode
}

function EnteredTree({ first, enter, onTurnedAway, children }: EnteredTreeProps) {
  const session = useSession()
  const state = useSessionState()
  const [held, setHeld] = useState(first.permissions.join(' '))

  async function enterAgain(): Promise<StaffToken> {
    try {
      const token = await enter()
      setHeld(token.permissions.join(' '))
      return token
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) onTurnedAway(error)
      throw error
    }
  }
  const [api] = useState(() =>
    createClient({ baseUrl: session.baseUrl, fetch: onceFetch(staffFetch(first, enterAgain)) }),
  )
  const known = useMemo(() => {
    if (state.status !== 'authenticated') return state
    const permissions = held.split(' ').map((key) => ({ key }))
    return { ...state, user: { ...state.user, superUser: false, permissions } }
  }, [state, held])
  return (
    <KnownStateContext value={known}>
      <ApiContext value={api}>{children}</ApiContext>
    </KnownStateContext>
  )
}
