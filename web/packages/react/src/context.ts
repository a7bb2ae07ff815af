import type { Session, SessionState } from '@gatehouse/sdk'
import { createContext, use, useSyncExternalStore } from 'react'

export interface Wiring {
  readonly session: Session
  readonly loginUrl: string
  readonly stepUpUrl: string
  readonly navigate: (url: string) => void
}

export const WiringContext = createContext<Wiring | undefined>(undefined)

export function useWiring(): Wiring {
  const wiring = use(WiringContext)
  if (!wiring) throw new Error('This hook needs a <GatehouseProvider> around the component that uses it.')
  return wiring
}

/** Returns the session, for what the other hooks do not cover: `fetch`, `switchTenant`, `reloadUser`. */
export const useSession = (): Session => useWiring().session

/**
 * Replaces the session's state for components whose page belongs to an earlier session or to a narrower set of
 * permissions.
 */
export const KnownStateContext = createContext<SessionState | undefined>(undefined)

/** Returns the session's state. Re-renders on every change. */
export function useSessionState(): SessionState {
  const session = useSession()
  const known = use(KnownStateContext)
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)
  return known ?? state
}
