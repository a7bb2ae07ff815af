import { useSession, useSessionState } from '@gatehouse/react'
import type { RedirectRules } from '@gatehouse/sdk'
import {
  addTexts,
  ErrorBoundary,
  getBrand,
  getWordings,
  pageBrand,
  UiProvider,
  type UiProviderProps,
  useBrand,
} from '@gatehouse/ui'
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { LoginProvider, usePlace } from './context'
import type { LoginEventHandler } from './events'
import { Frame } from './frame/frame'
import { CardSkeleton } from './frame/loading-card'
import { lazyChunk } from './lazy-chunk'
import type { Navigation } from './navigation'
import { PAGES } from './pages'
import { findPage, type LoginRoutes, loginRoutes } from './routes'
import { loadSettings } from './settings'
import { useLoad } from './use-load'

interface PagesProps {
  readonly navigation: Navigation
  readonly routes?: LoginRoutes
  /** Where users may be redirected after sign-in. */
  readonly redirects?: RedirectRules
  /** Called when a user has signed up or verified their email. */
  readonly onEvent?: LoginEventHandler
}

export type LoginBoxProps = PagesProps & Pick<UiProviderProps, 'language' | 'colorScheme' | 'env'>

/** All login pages with the vendor's branding, selected by the browser's path. Must be inside a `GatehouseProvider`. */
export function LoginBox({ language, colorScheme, env, ...pages }: LoginBoxProps) {
  const { metadata } = useSessionState()
  const brand = useMemo(() => pageBrand() ?? getBrand(metadata, 'loginBox'), [metadata])
  useEffect(() => {
    for (const [language, texts] of getWordings(metadata, 'loginBox')) addTexts('login', language, texts)
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

const LoginPreview = lazyChunk(() => import('./preview/login-preview'), 'LoginPreview')

const ROUTES = loginRoutes()
const IGNORE_EVENT: LoginEventHandler = () => undefined

function Pages({ navigation, routes = ROUTES, redirects, onEvent = IGNORE_EVENT }: PagesProps) {
  const { call } = useSession()
  const { path, search } = usePlace(navigation)
  const { name, logo } = useBrand()
  const settings = useLoad(useCallback(() => loadSettings(call), [call])).value
  const rules = useMemo(() => redirects ?? { authenticatedUrl: routes.authenticatedUrl }, [redirects, routes])
  const page = findPage(path, routes)

  // With hash routing, other paths belong to the product, which removes this component; only an unknown path on arrival
  // is redirected to the login page.
  const wasOnLoginPage = useRef(false)
  wasOnLoginPage.current ||= page !== undefined

  useEffect(() => {
    if (!page && !wasOnLoginPage.current) navigation.go(routes.loginUrl + search, { replace: true })
  }, [page, navigation, routes, search])

  if (!settings || !page) {
    return (
      <Frame {...(name && { vendor: { name, ...(logo && { logo }), whiteLabelMode: true } })}>
        <CardSkeleton />
      </Frame>
    )
  }
  const Page = PAGES[page]
  const isPreview = page === 'loginUrl' && new URLSearchParams(search).has('preview')
  return (
    <LoginProvider {...{ navigation, routes, settings, redirects: rules, onEvent }}>
      {isPreview ? (
        <Suspense>
          <LoginPreview />
        </Suspense>
      ) : (
        <Frame vendor={settings.vendor}>
          <ErrorBoundary size="block" resetKey={page}>
            <Suspense fallback={<CardSkeleton />}>
              <Page key={page} />
            </Suspense>
          </ErrorBoundary>
        </Frame>
      )}
    </LoginProvider>
  )
}
