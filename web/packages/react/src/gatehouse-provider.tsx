import { consumeRedirect, type RedirectRules, type Session, type SessionOptions } from '@gatehouse/sdk'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { GatehouseContext, type GatehouseContextValue } from './context'
import { useProvidedSession } from './provided-session'

export interface GatehouseProviderProps extends SessionOptions {
  readonly children: ReactNode
  /** An existing session, if more than React uses it. The other session options are then ignored. */
  readonly session?: Session
  /** Address of the login page: `/account/login`, or a page of another server. */
  readonly loginUrl?: string
  /** Address of the page that asks for MFA. */
  readonly stepUpUrl?: string
  /**
   * Navigates inside the product without loading the page: usually the router's function. It may be a new function at
   * each render.
   */
  readonly navigate?: (url: string) => void
  /** Where users may be redirected after an OAuth login. */
  readonly redirects?: RedirectRules
}

const DEFAULT_REDIRECTS: RedirectRules = { authenticatedUrl: '/' }

/**
 * Restores the session once and provides it to the components below. A session created here is stopped when the
 * provider unmounts.
 */
export function GatehouseProvider(props: GatehouseProviderProps): ReactNode {
  const {
    children,
    session: providedSession,
    loginUrl = '/account/login',
    stepUpUrl = '/account/step-up',
    navigate,
    redirects = DEFAULT_REDIRECTS,
    ...options
  } = props
  const session = useProvidedSession(providedSession, options)

  // Both may be created inline and then differ at each render, which is no reason to navigate again.
  const latest = useRef({ navigate, redirects })
  latest.current = { navigate, redirects }

  useEffect(() => {
    void session.start().then(() => redirectFromCallback(session, latest.current.redirects))
  }, [session])

  const value = useMemo<GatehouseContextValue>(() => {
    const navigateByDefault = createNavigate(session)
    return { session, loginUrl, stepUpUrl, navigate: (url) => (latest.current.navigate ?? navigateByDefault)(url) }
  }, [session, loginUrl, stepUpUrl])
  return <GatehouseContext.Provider value={value}>{children}</GatehouseContext.Provider>
}

/** Leaves the OAuth callback page, which has no content. */
function redirectFromCallback(session: Session, redirects: RedirectRules): void {
  const { href, storage, navigate } = session.environment
  if (session.isCallback() && session.getSnapshot().status === 'authenticated') {
    navigate(consumeRedirect(redirects, { href: href(), storage }), { replace: true })
  }
}

/** With hash routing, the paths of the product's pages are behind `#`. */
function createNavigate({ urlStrategy, environment: { navigate } }: Session): GatehouseContextValue['navigate'] {
  return (url) => navigate(urlStrategy === 'hash' && /^\/(?![#/])/.test(url) ? `/#${url}` : url)
}
