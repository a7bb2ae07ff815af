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

/** The session itself, for what the other hooks do not cover: `fetch`, `switchTenant`, `reloadUser`. */
export const useSession = (): Session => useWiring().session

/** What the session knew when it last was of those whose page is shown. */
export const KnownStateContext = createContext<SessionState | undefined>(undefined)

/** All that the session knows. Renders again at every change. */
export function useSessionState(): SessionState {
  const session = useSession()
  const known = use(KnownStateContext)
  const state = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getServerSnapshot)
  return known ?? state
}
