import { useSession, useSessionState } from '@gatehouse/react'
import type { RedirectRules } from '@gatehouse/sdk'
import {
  addTexts,
  brandOf,
  ErrorBoundary,
  pageBrand,
  UiProvider,
  type UiProviderProps,
  useBrand,
  wordingsOf,
} from '@gatehouse/ui'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { LoginProvider, usePlace } from './context'
import type { TellEvent } from './events'
import { Frame } from './frame/frame'
import { Outline } from './frame/waiting'
import type { Navigation } from './navigation'
import { PAGES } from './pages'
import { part } from './part'
import { type LoginRoutes, loginRoutes, pageAt } from './routes'
import { loadSettings } from './settings'
import { useLoaded } from './use-loaded'

interface PagesProps {
  readonly navigation: Navigation
  readonly routes?: LoginRoutes
  /** Where users may be redirected after sign-in. */
  readonly redirects?: RedirectRules
  /** Called when a user has signed up or verified their email. */
  readonly onEvent?: TellEvent
}

export type LoginBoxProps = PagesProps & Pick<UiProviderProps, 'language' | 'colorScheme' | 'env'>

/** All login pages with the vendor's branding, selected by the browser's path. Must be inside a `GatehouseProvider`. */
export function LoginBox({ language, colorScheme, env, ...pages }: LoginBoxProps) {
  const { metadata } = useSessionState()
  const brand = useMemo(() => pageBrand() ?? brandOf(metadata, 'loginBox'), [metadata])
  useEffect(() => {
    for (const [language, texts] of wordingsOf(metadata, 'loginBox')) addTexts('login', language, texts)
  }, [metadata])
  return (
    <UiProvider
      density="login"
      brand={brand}
      {...(language && { language })}
      {...(colorScheme && { colorScheme })}
      {...(env && { env })}
    >
      <Pages {...pages} />
    </UiProvider>
  )
}

const LoginPreview = part(() => import('./preview/login-preview'), 'LoginPreview')

const ROUTES = loginRoutes()
const UNHEARD: TellEvent = () => undefined

function Pages({ navigation, routes = ROUTES, redirects, onEvent = UNHEARD }: PagesProps) {
  const { call } = useSession()
  const { path, search } = usePlace(navigation)
  const { name, logo } = useBrand()
  const settings = useLoaded(useCallback(() => loadSettings(call), [call])).value
  const rules = useMemo(() => redirects ?? { authenticatedUrl: routes.authenticatedUrl }, [redirects, routes])
  const page = pageAt(path, routes)

  // With hash routing, other paths belong to the product, which removes this component; only an unknown path on arrival
  // is redirected to the login page.
  const wasHere = useRef(false)
  wasHere.current ||= page !== undefined

  useEffect(() => {
    if (!page && !wasHere.current) navigation.go(routes.loginUrl + search, { replace: true })
  }, [page, navigation, routes, search])

  if (!settings || !page) {
    return (
      <Frame {...(name && { vendor: { name, ...(logo && { logo }), whiteLabelMode: true } })}>
        <Outline />
      </Frame>
    )
  }
  const Page = PAGES[page]
  const isPreview = page === 'loginUrl' && new URLSearchParams(search).has('preview')
  return (
    <LoginProvider {...{ navigation, routes, settings, redirects: rules, tell: onEvent }}>
      {isPreview ? (
        <Suspense>
          <LoginPreview />
        </Suspense>
      ) : (
        <Frame vendor={settings.vendor}>
          <ErrorBoundary size="block" resetKey={page}>
            <Suspense fallback={<Outline />}>
              <Page key={page} />
            </Suspense>
          </ErrorBoundary>
        </Frame>
      )}
    </LoginProvider>
  )
}
