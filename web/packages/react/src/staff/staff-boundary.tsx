import { ApiError, createClient, unwrap } from '@gatehouse/api'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { ApiContext, useApi } from '../api'
import { SessionStateOverride, useSession, useSessionState } from '../context'
import { idempotentFetch } from './idempotent-fetch'
import { createStaffFetch, type StaffToken } from './staff-fetch'

export interface StaffBoundaryProps {
  /** Shown until the permissions are loaded. */
  readonly fallback: ReactNode
  /** Also shown to users who are not staff (`staff.not_staff`) or signed in without MFA (`access.step_up_needed`). */
  readonly renderError: (error: ApiError, retry: () => void) => ReactNode
  readonly children: ReactNode
}

/**
 * Must be inside a `TenantBoundary`. Components below call the server as a member of the vendor's staff, with the
 * permissions of their role. Changes of the role apply at once, and removed staff lose access.
 */
export function StaffBoundary({ fallback, renderError, children }: StaffBoundaryProps) {
  const api = useApi()
  const requestToken = () => unwrap(api.POST('/vendor/resources/staff/v1/token'))
  const [accessError, setAccessError] = useState<ApiError>()
  const { data, error, refetch } = useQuery<StaffToken, ApiError>({
    queryKey: ['staff', 'token'],
    queryFn: requestToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })
  const retry = () => void refetch().then((tried) => setAccessError(tried.error ?? undefined))
  if (accessError) return renderError(accessError, retry)
  if (!data) return error ? renderError(error, retry) : fallback
  return (
    <StaffSession first={data} requestToken={requestToken} onAccessLost={setAccessError}>
      {children}
    </StaffSession>
  )
}

interface StaffSessionProps {
  readonly first: StaffToken
  readonly requestToken: () => Promise<StaffToken>
  readonly onAccessLost: (error: ApiError) => void
  readonly children: ReactNode
}

function StaffSession({ first, requestToken, onAccessLost, children }: StaffSessionProps) {
  const session = useSession()
  const state = useSessionState()
  const [permissionKeys, setPermissionKeys] = useState(first.permissions.join(' '))

  async function renewToken(): Promise<StaffToken> {
    try {
      const token = await requestToken()
      setPermissionKeys(token.permissions.join(' '))
      return token
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) onAccessLost(error)
      throw error
    }
  }
  const [api] = useState(() =>
    createClient({ baseUrl: session.baseUrl, fetch: idempotentFetch(createStaffFetch(first, renewToken)) }),
  )
  const staffState = useMemo(() => {
    if (state.status !== 'authenticated') return state
    const permissions = permissionKeys.split(' ').map((key) => ({ key }))
    return { ...state, user: { ...state.user, superUser: false, permissions } }
  }, [state, permissionKeys])
  return (
    <SessionStateOverride.Provider value={staffState}>
      <ApiContext.Provider value={api}>{children}</ApiContext.Provider>
    </SessionStateOverride.Provider>
  )
}
