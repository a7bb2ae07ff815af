import { type ApiError, createClient, unwrap } from '@gatehouse/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiContext, useApi } from '../api'
import { KnownStateContext, useSession, useSessionState } from '../context'
import { type StaffToken, staffFetch } from './staff-fetch'

export interface StaffTreeProps {
  /** Until the server has said what this person may do. */
  readonly waiting: ReactNode
  /** Also for who is none of the staff (`staff.not_staff`), or came without a second factor (`access.step_up_needed`). */
  readonly failed: (error: ApiError, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/**
 * Inside a `TenantTree`: everything below calls the server as one of the vendor's own people, and what they may do is
 * what their role there permits.
 */
export function StaffTree({ waiting, failed, children }: StaffTreeProps) {
  const api = useApi()
  const enter = () => unwrap(api.POST('/vendor/resources/staff/v1/token'))
  const { data, error, refetch } = useQuery<StaffToken, ApiError>({
    queryKey: ['staff', 'token'],
    queryFn: enter,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  if (!data) return error ? failed(error, () => void refetch()) : waiting
  return (
    <EnteredTree first={data} enter={enter}>
      {children}
    </EnteredTree>
  )
}

interface EnteredTreeProps {
  readonly first: StaffToken
  readonly enter: () => Promise<StaffToken>
  readonly children: ReactNode
}

function EnteredTree({ first, enter, children }: EnteredTreeProps) {
  const session = useSession()
  const state = useSessionState()
  const [api] = useState(() => createClient({ baseUrl: session.baseUrl, fetch: staffFetch(first, enter) }))
  const known = useMemo(() => {
    if (state.status !== 'authenticated') return state
    const permissions = first.permissions.map((key) => ({ key }))
    return { ...state, user: { ...state.user, superUser: false, permissions } }
  }, [state, first])
  return (
    <KnownStateContext value={known}>
      <ApiContext value={api}>{children}</ApiContext>
    </KnownStateContext>
  )
}
