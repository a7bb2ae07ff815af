import { useSession } from '@gatehouse/react'
import { KEYS, type RedirectRules, type Session, takeRedirect } from '@gatehouse/sdk'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { arrival, type IsIn } from './arrival'
import type { TellEvent } from './events'
import { type Drafts, draftsIn } from './form/drafts'
import type { GoOptions, Navigation, Place } from './navigation'
import { carried, type LoginRoutes, type PageName } from './routes'
import type { LoginSettings } from './settings'

/** What pages and steps can use. */
export interface Login {
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
  readonly isIn: IsIn
  /** Shown inside another page, which keeps its own title and focus. */
  readonly isStill?: boolean
  readonly tell: TellEvent
  /** Leaves the login pages for the address that the user wanted, otherwise for `home`. */
  finish(home?: string): void
}

export const LoginContext = createContext<Login | undefined>(undefined)

export function useLogin(): Login {
  const login = use(LoginContext)
  if (!login) throw new Error('The steps of the login box need <LoginBox> around them.')
  return login
}

export const usePlace = (navigation: Navigation) => useSyncExternalStore(navigation.subscribe, navigation.getPlace)

interface LoginProviderProps extends Pick<Login, 'navigation' | 'routes' | 'redirects' | 'settings' | 'tell'> {
  readonly children: ReactNode
}

export function LoginProvider({ navigation, routes, settings, redirects, tell, children }: LoginProviderProps) {
  const session = useSession()
  const { path, search: query, step, email } = usePlace(navigation)
  const asksAgain = new URLSearchParams(query).get('prompt') === 'login'
  const isIn = useMemo(() => arrival(asksAgain), [asksAgain])
  const login = useMemo<Login>(() => {
    const search = new URLSearchParams(query)
    const { href, storage, navigate } = session.environment
    const drafts = draftsIn(session.environment, search.get('login_hint'))
    const pathOf = (page: PageName) => routes[page] + carried(search)
    const { customLoginAuthenticatedUrl: own } = routes
    const here = path + query
    // Keeps the email in the history entry, so that going back restores the field.
    const keep = (typed: string) => navigation.go(here, { replace: true, step, email: typed })
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
      isIn,
      tell,
      hrefOf: (page) => navigation.hrefOf?.(pathOf(page)) ?? pathOf(page),
      goTo(page, options = {}) {
        if (options.email && !options.replace) keep(options.email)
        navigation.go(pathOf(page), options)
      },
      goToStep(next, typed, replace = false) {
        if (!replace) keep(typed)
        navigation.go(here, { replace, step: next, email: typed })
      },
      // Replaces the history entry: going back must not lead to a login page that only redirects forward.
      finish(home = session.loginAlias && own) {
        drafts.clear()
        // Step-up was requested while the user had to sign in again first, so it follows now.
        if (storage.getItem(KEYS.shouldStepUp)) return navigation.go(pathOf('stepUpUrl'), { replace: true })
        const rules = home ? { ...redirects, authenticatedUrl: home } : redirects
        navigate(takeRedirect(rules, { href: href(), storage }), { replace: true })
      },
    }
  }, [session, settings, routes, navigation, redirects, tell, path, query, step, email, isIn])
  return <LoginContext value={login}>{children}</LoginContext>
}
