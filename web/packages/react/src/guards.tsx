import { hasAccess, type Requirement } from '@gatehouse/sdk'
import type { ReactNode } from 'react'
import { useSessionState } from './context'

interface GuardProps {
  readonly children: ReactNode
}

export function SignedIn({ children }: GuardProps): ReactNode {
  return useSessionState().status === 'authenticated' ? children : null
}

/** Renders nothing while loading, so that a login button does not appear and vanish again. */
export function SignedOut({ children }: GuardProps): ReactNode {
  return useSessionState().status === 'anonymous' ? children : null
}

interface ProtectProps extends GuardProps, Requirement {
  /** Shown to users without access. */
  readonly fallback?: ReactNode
}

/**
 * Renders its children for super users and for users with at least one of the permissions or roles. Hidden content is
 * still in the page's script, so the server must check, too.
 */
export function Protect({ children, fallback = null, ...requirement }: ProtectProps): ReactNode {
  const { user } = useSessionState()
  return user && hasAccess(user, requirement) ? children : fallback
}

/** `const can = usePermissions(); can('fe.secure.write.users')` */
export function usePermissions(): (...keys: string[]) => boolean {
  const { user } = useSessionState()
  return (...keys) => user !== null && hasAccess(user, { permissions: keys })
}
