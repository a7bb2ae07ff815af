import { useSession } from '@gatehouse/react'
import { KEYS, type RedirectRules, type Session, takeRedirect } from '@gatehouse/sdk'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import { arrival, type IsIn } from './arrival'
import type { TellEvent } from './events'
import { type Drafts, draftsIn } from './form/drafts'
import type { GoOptions, Navigation, Place } from './navigation'
import { carried, type LoginRoutes, type PageName } from './routes'
import type { LoginSettings } from './settings'

/** What every page and step may use. */
export interface Login {
  readonly session: Session
  readonly settings: LoginSettings
  readonly routes: LoginRoutes
  /** Where people may be sent from these pages. */
  readonly redirects: RedirectRules
  readonly navigation: Navigation
  readonly search: URLSearchParams
  /** The step that the browser's history is at, if it says. */
  readonly step: Place['step']
  /** Given on another page or step, or by the link that led here; else empty. */
  readonly email: string
  readonly drafts: Drafts
  hrefOf(page: PageName): string
  /** To another page; `step` is what it should begin with. */
  goTo(page: PageName, options?: GoOptions): void
  /** To another step of this page; `replace`: in the place of this one. */
  goToStep(step: string | undefined, email: string, replace?: boolean): void
  readonly isIn: IsIn
  /** Part of another page, whose title and focus are its own. */
  readonly isStill?: boolean
  readonly tell: TellEvent
  /** Leaves for wherever the person wanted to be, else for `home`. */
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
    // Coming back finds the field as it was left.
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
      // Going back from there must not lead to a login page that only sends forward again.
      finish(home = session.loginAlias && own) {
        drafts.clear()
        // A second factor could not be asked for before they had signed in again.
        if (storage.getItem(KEYS.shouldStepUp)) return navigation.go(pathOf('stepUpUrl'), { replace: true })
        const rules = home ? { ...redirects, authenticatedUrl: home } : redirects
        navigate(takeRedirect(rules, { href: href(), storage }), { replace: true })
      },
    }
  }, [session, settings, routes, navigation, redirects, tell, path, query, step, email, isIn])
  return <LoginContext value={login}>{children}</LoginContext>
}
