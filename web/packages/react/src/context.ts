import type { Session } from '@gatehouse/sdk'
import { createContext, use, useSyncExternalStore } from 'react'

export interface Wiring {
  readonly session: Session
  readonly loginUrl: string
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

/** All that the session knows. Renders again at every change. */
export function useSessionState() {
  const session = useSession()
  return useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot)
}
