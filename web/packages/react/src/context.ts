import type { Session, SessionState } from '@gatehouse/sdk'
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface GatehouseContextValue {
  readonly session: Session
  readonly loginUrl: string
  readonly stepUpUrl: string
  readonly navigate: (url: string) => void
}

export const GatehouseContext = createContext<GatehouseContextValue | undefined>(undefined)

export function useGatehouse(): GatehouseContextValue {
  const value = useContext(GatehouseContext)
  if (!value) throw new Error('This hook must be used inside a <GatehouseProvider>.')
  return value
}

/** Returns the session, for what the other hooks do not cover: `fetch`, `switchTenant`, `reloadUser`. */
export const useSession = (): Session => useGatehouse().session

/**
 * Replaces the session's state for components whose page belongs to an earlier session or to a narrower set of
 * permissions.
 */
export const SessionStateOverride = createContext<SessionState | undefined>(undefined)

/** Returns the session's state. Re-renders on every change. */
export function useSessionState(): SessionState {
  const session = useSession()
  const override = useContext(SessionStateOverride)
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)
  return override ?? state
}
