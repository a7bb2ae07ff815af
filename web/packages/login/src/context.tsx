import { useSession } from '@gatehouse/react'
import { consumeRedirect, type RedirectRules, type Session, STORAGE_KEYS } from '@gatehouse/sdk'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import type { LoginEventHandler } from './events'
import { createDrafts, type Drafts } from './form/drafts'
import type { GoOptions, Navigation, Place } from './navigation'
import { getVisitQuery, type LoginRoutes, type PageName } from './routes'
import type { LoginSettings } from './settings'
import { createSignInCheck, type SignInCheck } from './sign-in-check'

/** What pages and steps can use. */
export interface LoginContextValue {
  readonly session: Session
  readonly settings: LoginSettings
  readonly routes: LoginRoutes
  /** Where users may be redirected from these pages. */
  readonly redirects: RedirectRules
  readonly navigation: Navigation
  readonly search: URLSearchParams
  /** The step in the browser's history entry, if it names one. */
  readonly step: Place['step']
  /** Entered on another page or step, or given by the link that led here; otherwise empty. */
  readonly email: string
  readonly drafts: Drafts
  hrefOf(page: PageName): string
  /** Navigates to another page; `step` is its first step. */
  goTo(page: PageName, options?: GoOptions): void
  /** Navigates to another step of this page; `replace` replaces the current history entry. */
  goToStep(step: string | undefined, email: string, replace?: boolean): void
  readonly isSignedIn: SignInCheck
  /** Shown inside another page, which keeps its own title and focus. */
  readonly isPreview?: boolean
  readonly onEvent: LoginEventHandler
  /** Leaves the login pages for the address that the user wanted, otherwise for `home`. */
  exit(home?: string): void
}

export const LoginContext = createContext<LoginContextValue | undefined>(undefined)

export function useLogin(): LoginContextValue {
  const login = use(LoginContext)
  if (!login) throw new Error('useLogin must be used inside <LoginBox>.')
  return login
}

export const usePlace = (navigation: Navigation) => useSyncExternalStore(navigation.subscribe, navigation.getPlace)

interface LoginProviderProps
  extends Pick<LoginContextValue, 'navigation' | 'routes' | 'redirects' | 'settings' | 'onEvent'> {
  readonly children: ReactNode
}

export function LoginProvider({ navigation, routes, settings, redirects, onEvent, children }: LoginProviderProps) {
  const session = useSession()
  const { path, search: query, step, email } = usePlace(navigation)
  const asksAgain = new URLSearchParams(query).get('prompt') === 'login'
  const isSignedIn = useMemo(() => createSignInCheck(asksAgain), [asksAgain])
  const login = useMemo<LoginContextValue>(() => {
    const search = new URLSearchParams(query)
    const { href, storage, navigate } = session.environment
    const drafts = createDrafts(session.environment, search.get('login_hint'))
    const pathOf = (page: PageName) => routes[page] + getVisitQuery(search)
    const { customLoginAuthenticatedUrl: tenantUrl } = routes
    const here = path + query
    // Keeps the email in the history entry, so that going back restores the field.
    const rememberEmail = (typed: string) => navigation.go(here, { replace: true, step, email: typed })
    return {
      session,
      settings,
      routes,
      redirects,
      navigation,
      search,
      step,
      email: email ?? search.get('login_hint') ?? '',
      drafts,
      isSignedIn,
      onEvent,
      hrefOf: (page) => navigation.hrefOf?.(pathOf(page)) ?? pathOf(page),
      goTo(page, options = {}) {
        if (options.email && !options.replace) rememberEmail(options.email)
        navigation.go(pathOf(page), options)
      },
      goToStep(next, typed, replace = false) {
        if (!replace) rememberEmail(typed)
        navigation.go(here, { replace, step: next, email: typed })
      },
      // Replaces the history entry: going back must not lead to a login page that only redirects forward.
      exit(home = session.loginAlias && tenantUrl) {
        drafts.clear()
        // Step-up was requested while the user had to sign in again first, so it follows now.
        if (storage.getItem(STORAGE_KEYS.shouldStepUp)) return navigation.go(pathOf('stepUpUrl'), { replace: true })
        const rules = home ? { ...redirects, authenticatedUrl: home } : redirects
        navigate(consumeRedirect(rules, { href: href(), storage }), { replace: true })
      },
    }
  }, [session, settings, routes, navigation, redirects, onEvent, path, query, step, email, isSignedIn])
  return <LoginContext value={login}>{children}</LoginContext>
}
