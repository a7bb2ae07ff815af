import { isAdmitted, type Requirement } from '@gatehouse/sdk'
import type { ReactNode } from 'react'
import { useSessionState } from './context'

interface GuardProps {
  readonly children: ReactNode
}

export function SignedIn({ children }: GuardProps) {
  return useSessionState().status === 'authenticated' ? children : null
}

/** Nothing while it is not known yet: a login button that vanishes again would be worse than one that comes late. */
export function SignedOut({ children }: GuardProps) {
  return useSessionState().status === 'anonymous' ? children : null
}

interface ContentGuardProps extends GuardProps, Requirement {
  /** What others see instead. */
  readonly fallback?: ReactNode
}

/**
 * For a super user, or whoever holds at least one of the permissions or roles. What it hides is still in the page's
 * script: the server has to refuse the calls.
 */
export function ContentGuard({ children, fallback = null, ...requirement }: ContentGuardProps) {
  const { user } = useSessionState()
  return user && isAdmitted(user, requirement) ? children : fallback
}

/** `const can = usePermissions(); can('fe.secure.write.users')` */
export function usePermissions(): (...keys: string[]) => boolean {
  const { user } = useSessionState()
  return (...keys) => user !== null && isAdmitted(user, { permissions: keys })
}
