import { useSession } from '@gatehouse/react'
import { type RedirectRules, type Session, takeRedirect } from '@gatehouse/sdk'
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react'
import type { Navigation } from './navigation'
import { carried, type LoginRoutes, type PageName } from './routes'
import type { LoginSettings } from './settings'

/** What every page and step may use. */
export interface Login {
  readonly session: Session
  readonly settings: LoginSettings
  readonly routes: LoginRoutes
  readonly navigation: Navigation
  readonly search: URLSearchParams
  hrefOf(page: PageName): string
  /** To another page; `step` is what it should begin with. */
  goTo(page: PageName, options?: { readonly replace?: boolean; readonly step?: string }): void
  /** Leaves for wherever the person wanted to be. */
  finish(): void
}

const LoginContext = createContext<Login | undefined>(undefined)

export function useLogin(): Login {
  const login = use(LoginContext)
  if (!login) throw new Error('The steps of the login box need <LoginBox> around them.')
  return login
}

export const usePlace = (navigation: Navigation) => useSyncExternalStore(navigation.subscribe, navigation.getPlace)

interface LoginProviderProps extends Pick<Login, 'navigation' | 'routes' | 'settings'> {
  readonly redirects: RedirectRules
  readonly children: ReactNode
}

export function LoginProvider({ navigation, routes, settings, redirects, children }: LoginProviderProps) {
  const session = useSession()
  const { search: query } = usePlace(navigation)
  const login = useMemo<Login>(() => {
    const search = new URLSearchParams(query)
    const { href, storage, navigate } = session.environment
    const hrefOf = (page: PageName) => routes[page] + carried(search)
    return {
      session,
      settings,
      routes,
      navigation,
      search,
      hrefOf,
      goTo: (page, options) => navigation.go(hrefOf(page), options),
      finish: () => navigate(takeRedirect(redirects, { href: href(), storage })),
    }
  }, [session, settings, routes, navigation, redirects, query])
  return <LoginContext value={login}>{children}</LoginContext>
}
