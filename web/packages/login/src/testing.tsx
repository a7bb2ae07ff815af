import { GatehouseProvider } from '@gatehouse/react'
import { createSession, type Environment } from '@gatehouse/sdk'
import { boot, fakeBrowser, recorded } from '@gatehouse/sdk/testing'
import { cleanup, render } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { LoginBox, type LoginBoxProps } from './login-box'
import type { HistoryState, Navigation, Place } from './navigation'

const CONFIGURATION = '*/identity/resources/configurations/v1/public'

interface Vendor {
  readonly allowSignups?: boolean
  readonly authStrategy?: string
  readonly ssoActive?: boolean
  readonly metadata?: object
  readonly social?: readonly object[]
  readonly customSocial?: readonly object[]
  readonly passkeys?: boolean
  readonly quickSms?: boolean
}

/** Handlers that every login page needs. */
export const vendor = ({
  metadata,
  ssoActive = false,
  social = [],
  customSocial = [],
  passkeys = false,
  quickSms = false,
  ...configuration
}: Vendor = {}): RequestHandler[] => [
  ...boot(metadata),
  http.get('*/identity/resources/sso/v2', () => HttpResponse.json(social)),
  http.get('*/identity/resources/sso/custom/v1', () => HttpResponse.json({ providers: customSocial })),
  http.get('*/vendors/public', () => HttpResponse.json({ name: 'Northwind', whiteLabelMode: false })),
  http.get(CONFIGURATION, () => HttpResponse.json({ ...recorded.PUBLIC_CONFIGURATION, ...configuration })),
  http.get('*/auth/strategies/public', () =>
    HttpResponse.json({
      mainAuthStrategies: [{ strategy: configuration.authStrategy ?? 'EmailAndPassword' }],
      secondaryAuthStrategies: [
        ...(passkeys ? [{ strategy: 'Passkeys', isActive: true }] : []),
        ...(quickSms ? [{ strategy: 'SmsCode', isActive: true }] : []),
      ],
    }),
  ),
  http.get('*/team/resources/sso/v2/configurations/public', () => HttpResponse.json({ isActive: ssoActive })),
]

/** Creates an in-memory history for tests. */
export function memoryNavigation(start: string): Navigation & { back(): void; length(): number } {
  const at = (to: string, mark: HistoryState = {}): Place => {
    const { pathname, search } = new URL(to, 'http://gatehouse.test')
    return { path: pathname, search, ...mark }
  }
  const listeners = new Set<() => void>()
  let places: readonly [Place, ...Place[]] = [at(start)]
  const move = (next: Place[]) => {
    places = next as [Place, ...Place[]]
    for (const listener of listeners) listener()
  }
  return {
    getPlace: () => places[0],
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go: (to, { replace = false, ...mark } = {}) => move([at(to, mark), ...places.slice(replace ? 1 : 0)]),
    back: () => move(places.slice(1)),
    length: () => places.length,
  }
}

/** Renders again after a simulated reload, with the same history and tab storage. */
export function reloadedLogin({ navigation, session }: ReturnType<typeof openLogin>) {
  cleanup()
  const { path, search, ...mark } = navigation.getPlace()
  const { tabStorage } = session.environment
  const reloaded = memoryNavigation(path + search)
  reloaded.go(path + search, { replace: true, ...mark })
  return openLogin(path + search, {}, { tabStorage }, reloaded)
}

/** Renders the login box at an address in its own fake browser. */
export function openLogin(
  path: string,
  props: Partial<LoginBoxProps> = {},
  parts: Partial<Environment> = {},
  navigation = memoryNavigation(path),
) {
  const browser = fakeBrowser()
  const session = createSession({
    baseUrl: 'http://gatehouse.test',
    environment: { ...browser.tab(`http://gatehouse.test${path}`), ...parts },
  })
  render(
    <GatehouseProvider session={session}>
      <LoginBox navigation={navigation} env="test" {...props} />
    </GatehouseProvider>,
  )
  return { browser, navigation, session }
}
