import { createSession } from '@gatehouse/sdk'
import {
  boot,
  cannedServer,
  fakeBrowser,
  makeToken,
  notSignedIn,
  recorded,
  refusal,
  signedIn,
} from '@gatehouse/sdk/testing'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { Component, type ReactNode, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import {
  GatehouseProvider,
  type GatehouseProviderProps,
  Protect,
  SignedIn,
  SignedOut,
  useAuth,
  useAuthUser,
  useAuthUserOrNull,
  useLoginWithRedirect,
  useTenants,
} from './index'

const server = cannedServer(...boot())

class Caught extends Component<{ children: ReactNode }> {
  override state = { message: '' }
  static getDerivedStateFromError = (error: Error) => ({ message: error.message })
  override render = () => this.state.message || this.props.children
}

function show(children: ReactNode, browser = fakeBrowser(), href = 'http://gatehouse.test/docs?tab=2') {
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: browser.tab(href) })
  render(
    <Caught>
      <GatehouseProvider session={session}>
        <Suspense fallback="Waiting">{children}</Suspense>
      </GatehouseProvider>
    </Caught>,
  )
  return { browser, session }
}

test('guards show what fits, and nothing before it is known', async () => {
  server.use(...signedIn())
  show(
    <>
      <SignedIn>In</SignedIn>
      <SignedOut>Out</SignedOut>
    </>,
  )
  expect(document.body).not.toHaveTextContent(/In|Out/)
  expect(await screen.findByText('In')).toBeVisible()
  expect(screen.queryByText('Out')).not.toBeInTheDocument()
})

test('content requires one of the keys', async () => {
  server.use(...signedIn({ permissions: [{ key: 'docs.*' }], roles: [] }))
  show(
    <SignedIn>
      <Protect permissions={['billing.read', 'docs.write']}>Editor</Protect>
      <Protect roles={['Owner']} fallback="Ask an owner">
        Owner
      </Protect>
    </SignedIn>,
  )
  expect(await screen.findByText(/Editor/)).toBeInTheDocument()
  expect(screen.getByText(/Ask an owner/)).toBeInTheDocument()
})

function Name() {
  return useAuthUser().name
}

test('useAuthUser waits, then knows who it is', async () => {
  server.use(...signedIn({ name: 'Grace' }))
  await act(async () => show(<Name />))
  expect(await screen.findByText('Grace')).toBeInTheDocument()
})

test('useAuthUser throws when signed out', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(...notSignedIn())
  await act(async () => show(<Name />))
  expect(await screen.findByText(/useAuthUser requires a signed-in user/)).toBeInTheDocument()
})

function Door() {
  const { isLoading, logout } = useAuth()
  const user = useAuthUserOrNull()
  const login = useLoginWithRedirect()
  if (isLoading) return null
  if (!user)
    return (
      <button type="button" onClick={() => void login()}>
        Sign in
      </button>
    )
  return (
    <button type="button" onClick={() => void logout()}>
      Sign out
    </button>
  )
}

test('login with redirect leaves the place to come back to', async () => {
  server.use(...notSignedIn())
  const { browser } = show(<Door />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(browser.visited).toEqual(['/account/login'])
  expect(browser.storage.getItem('FRONTEGG_AFTER_AUTH_REDIRECT_URL')).toBe('http://gatehouse.test/docs?tab=2')
})

test('where nothing can be stored, the place to come back to travels in the address', async () => {
  server.use(...notSignedIn())
  const browser = fakeBrowser()
  browser.storage.setItem = () => undefined
  show(<Door />, browser)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  const [login] = browser.visited
  expect(login).toBe('/account/login?redirectUrl=http%3A%2F%2Fgatehouse.test%2Fdocs%3Ftab%3D2')
})

test('a login page on another server is told where to come back to', async () => {
  server.use(...notSignedIn())
  const browser = fakeBrowser()
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: browser.tab('http://product.test/a') })
  render(
    <GatehouseProvider session={session} loginUrl="http://gatehouse.test/account/login?tenantId=t1">
      <Door />
    </GatehouseProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  const [login] = browser.visited
  expect(login).toBe('http://gatehouse.test/account/login?tenantId=t1&redirectUrl=http%3A%2F%2Fproduct.test%2Fa')
})

function Trouble() {
  const { error, isAuthenticated } = useAuth()
  return error ? <p>{`${isAuthenticated}, ${error.status}`}</p> : null
}

test('a failure is distinguished from being signed out', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.use(http.post('*/token/refresh', () => refusal(503, 'x', 'Away')))
  show(<Trouble />)
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(await screen.findByText('false, 503')).toBeVisible()
  vi.useRealTimers()
})

test('logout is seen at once', async () => {
  server.use(
    ...signedIn(),
    http.post('*/auth/v1/logout', () => new HttpResponse(null)),
  )
  show(<Door />)
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
})

function Switcher() {
  const { activeTenant, switchTenant, switchingTo } = useTenants()
  return (
    <button type="button" onClick={() => void switchTenant('t2')}>
      {switchingTo ? 'Switching' : (activeTenant?.name ?? 'None')}
    </button>
  )
}

test('switching the tenant says so until it is active', async () => {
  let tenantId = 't1'
  let allow: () => void = () => undefined
  const allowed = new Promise<void>((resolve) => {
    allow = resolve
  })
  server.use(...signedIn())
  server.use(
    http.post('*/token/refresh', () => HttpResponse.json({ accessToken: makeToken({ tenantId }) })),
    http.get('*/users/v2/me', () => HttpResponse.json({ ...recorded.ME, tenantId })),
    http.get('*/users/v3/me/tenants', () =>
      HttpResponse.json({
        tenants: [],
        activeTenant: { ...recorded.TENANT, tenantId, name: tenantId === 't2' ? 'Globex' : 'Acme' },
      }),
    ),
    http.put('*/users/v1/tenant', async () => {
      await allowed
      tenantId = 't2'
      return new HttpResponse(null)
    }),
  )
  show(<Switcher />)
  await userEvent.click(await screen.findByText('Acme'))
  expect(screen.getByText('Switching')).toBeInTheDocument()
  allow()
  expect(await screen.findByText('Globex')).toBeInTheDocument()
})

test('the page an OAuth login comes back to is left again', async () => {
  const browser = fakeBrowser()
  const started = { verifier: 'v', nonce: 'n', at: Date.now() }
  browser.storage.setItem('HOSTED_LOGIN_VERIFIER_KEY.c1.s1', JSON.stringify(started))
  browser.storage.setItem('FRONTEGG_AFTER_AUTH_REDIRECT_URL', '/docs')
  server.use(
    ...signedIn(),
    http.post('*/oauth/token', () => HttpResponse.json(recorded.oauthTokens({ nonce: 'n' }))),
  )
  const environment = browser.tab('http://gatehouse.test/oauth/callback?code=1&state=s1')
  render(
    <GatehouseProvider baseUrl="http://gatehouse.test" clientId="c1" mode="hosted" environment={environment}>
      <Switcher />
    </GatehouseProvider>,
  )
  await expect.poll(() => browser.visited).toEqual(['http://gatehouse.test/docs'])
})

/** Simulates the OAuth callback at this address of a product with hosted pages. */
async function comeBack(href: string, options: Partial<GatehouseProviderProps> = {}) {
  const browser = fakeBrowser()
  const started = { verifier: 'v', nonce: 'n', at: Date.now() }
  browser.storage.setItem('HOSTED_LOGIN_VERIFIER_KEY.c1.s1', JSON.stringify(started))
  server.use(
    ...signedIn({ name: 'Grace' }),
    http.post('*/oauth/token', () => HttpResponse.json(recorded.oauthTokens({ nonce: 'n' }))),
    http.post('*/oauth/authorize/silent', () => HttpResponse.json(recorded.oauthTokens())),
  )
  const environment = browser.tab(href)
  await act(async () =>
    render(
      <GatehouseProvider
        baseUrl="http://gatehouse.test"
        clientId="c1"
        mode="hosted"
        environment={environment}
        {...options}
      >
        <Suspense fallback="Waiting">
          <Name />
        </Suspense>
      </GatehouseProvider>,
    ),
  )
  return browser
}

test('where routes stand behind a hash, that page is left, too', async () => {
  const browser = await comeBack('http://gatehouse.test/#/oauth/callback?code=1&state=s1', { urlStrategy: 'hash' })
  await expect.poll(() => browser.visited).toEqual(['http://gatehouse.test/'])
})

test('a page of the product that has a code of its own in its address is not left', async () => {
  const browser = await comeBack('http://gatehouse.test/redeem?code=SUMMER')
  expect(await screen.findByText('Grace')).toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve))
  expect(browser.visited).toEqual([])
})

test('where routes stand behind a hash, the pages to sign in and to step up do, too', async () => {
  server.use(...notSignedIn())
  const browser = fakeBrowser()
  const environment = browser.tab('http://gatehouse.test/#/docs?organization=acme')
  render(
    <GatehouseProvider baseUrl="http://gatehouse.test" urlStrategy="hash" environment={environment}>
      <Door />
    </GatehouseProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(browser.visited).toEqual(['/#/account/login?organization=acme'])
})

test('a hook without the provider says what is missing', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <Caught>
      <Name />
    </Caught>,
  )
  expect(screen.getByText(/must be used inside a <GatehouseProvider>/)).toBeInTheDocument()
})

test('the alias of a tenant goes along to the login page', async () => {
  server.use(...notSignedIn())
  const browser = fakeBrowser()
  const environment = browser.tab('http://gatehouse.test/docs')
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment, loginAlias: 'acme' })
  for (const loginUrl of ['/account/login', '/#/account/login']) {
    const { unmount } = render(
      <GatehouseProvider session={session} loginUrl={loginUrl}>
        <Door />
      </GatehouseProvider>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    unmount()
  }
  expect(browser.visited).toEqual(['/account/login?organization=acme', '/#/account/login?organization=acme'])
})
