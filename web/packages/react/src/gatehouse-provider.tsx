import { type RedirectRules, type Session, type SessionOptions, takeRedirect } from '@gatehouse/sdk'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { type Wiring, WiringContext } from './context'
import { useProvidedSession } from './made-session'

export interface GatehouseProviderProps extends SessionOptions {
  readonly children: ReactNode
  /** A session made elsewhere, where more than React uses it. The other session options then count for nothing. */
  readonly session?: Session
  /** Where the login page is: `/account/login`, or that of another server. */
  readonly loginUrl?: string
  /** Where a second factor is shown. */
  readonly stepUpUrl?: string
  /**
   * Goes to an address inside the product without loading the page again: the router's own navigate. It may be a new
   * function at each render.
   */
  readonly navigate?: (url: string) => void
  /** Where people may be sent after an OAuth login. */
  readonly redirects?: RedirectRules
}

const HOME: RedirectRules = { authenticatedUrl: '/' }

/** Finds out who is signed in, once, and tells everything below it. A session made here ends its listeners with it. */
export function GatehouseProvider(props: GatehouseProviderProps) {
  const {
    children,
    session: given,
    loginUrl = '/account/login',
    stepUpUrl = '/account/step-up',
    navigate,
    redirects = HOME,
    ...options
  } = props
  const session = useProvidedSession(given, options)

  // Both may be written in the markup and are then new at each render, which is no reason to navigate again.
  const latest = useRef({ navigate, redirects })
  latest.current = { navigate, redirects }

  useEffect(() => {
    void session.start().then(() => leaveCallback(session, latest.current.redirects))
  }, [session])

  const wiring = useMemo<Wiring>(() => {
    const navigateByDefault = navigateOf(session)
    return { session, loginUrl, stepUpUrl, navigate: (url) => (latest.current.navigate ?? navigateByDefault)(url) }
  }, [session, loginUrl, stepUpUrl])
  return <WiringContext value={wiring}>{children}</WiringContext>
}

/** The page that an OAuth login comes back to has nothing to show. */
function leaveCallback(session: Session, redirects: RedirectRules): void {
  const { href, storage, navigate } = session.environment
  if (session.isCallback() && session.getSnapshot().status === 'authenticated') {
    navigate(takeRedirect(redirects, { href: href(), storage }), { replace: true })
  }
}

/** Where the product's routes stand behind `#`, the paths of its pages do, too. */
function navigateOf({ urlStrategy, environment: { navigate } }: Session): Wiring['navigate'] {
  return (url) => navigate(urlStrategy === 'hash' && /^\/(?![#/])/.test(url) ? `/#${url}` : url)
}
