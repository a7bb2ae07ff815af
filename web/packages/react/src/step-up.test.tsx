import { type ApiError, createSession, MULTI_FACTOR, type Session, type SessionOptions } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, makeToken, notSignedIn, recorded, signedIn } from '@gatehouse/sdk/testing'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { type ReactNode, StrictMode, useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { GatehouseProvider, RequireStepUp, SignedIn, useIsSteppedUp, useStepUp } from './index'

const server = cannedServer(...boot())
const PLACE = 'http://gatehouse.test/keys/7?tab=2'
const LEFT = 'FRONTEGG_AFTER_AUTH_REDIRECT_URL'
const AGO = Math.floor(Date.now() / 1000) - 600
const TWICE = { acr: MULTI_FACTOR, amr: ['pwd', 'otp', 'mfa'], auth_time: AGO }

const withToken = (claims: object) =>
  http.post('*/identity/resources/auth/v1/user/token/refresh', () =>
    HttpResponse.json({ ...recorded.LOGIN, accessToken: makeToken({ ...claims }) }),
  )

function show(children: ReactNode, options: SessionOptions = {}) {
  const browser = fakeBrowser()
  const environment = browser.tab(PLACE)
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment, ...options })
  render(<GatehouseProvider session={session}>{children}</GatehouseProvider>)
  return browser
}

const secret = (more = {}) => (
  <RequireStepUp fallback="Hidden" {...more}>
    Secret
  </RequireStepUp>
)

test('a user with recent MFA sees it', async () => {
  server.use(withToken(TWICE), ...signedIn())
  const { visited } = show(secret({ maxAge: 900 }))
  expect(await screen.findByText('Secret')).toBeVisible()
  expect(visited).toEqual([])
})

test.each([
  ['one factor', { amr: ['pwd'] }, {}, '/account/step-up'],
  ['two, too long ago', TWICE, { maxAge: 300 }, '/account/step-up?maxAge=300'],
])('a user with %s is redirected to MFA, and back here', async (_, claims, props, page) => {
  server.use(withToken(claims), ...signedIn())
  const { visited, storage } = show(secret(props))
  expect(await screen.findByText('Hidden')).toBeVisible()
  await waitFor(() => expect(visited).toEqual([page]))
  expect(storage.getItem(LEFT)).toBe(PLACE)
  expect(screen.queryByText('Secret')).not.toBeInTheDocument()
})

test('a silent guard hides without asking for MFA', async () => {
  server.use(withToken({ amr: ['pwd'] }), ...signedIn())
  const { storage } = show(
    <>
      <SignedIn>In</SignedIn>
      {secret({ redirect: false })}
    </>,
  )
  expect(await screen.findByText(/In/)).toBeVisible()
  expect(screen.getByText(/Hidden/)).toBeVisible()
  expect(storage.getItem(LEFT)).toBeNull()
})

test('a signed-out user is not redirected to MFA', async () => {
  server.use(...notSignedIn())
  const { storage } = show(secret())
  expect(await screen.findByText('Hidden')).toBeVisible()
  expect(storage.getItem(LEFT)).toBeNull()
})

function Button() {
  const stepUp = useStepUp()
  const isUp = useIsSteppedUp()
  return (
    <button type="button" onClick={() => stepUp({ maxAge: 60 })}>
      {isUp ? 'Again' : 'Show'}
    </button>
  )
}

test('with hosted pages the class, the age and the alias of the tenant go along', async () => {
  server.use(
    ...signedIn().slice(1),
    http.post('*/oauth/authorize/silent', () => HttpResponse.json(recorded.oauthTokens())),
  )
  const { visited } = show(
    <SignedIn>
      <Button />
    </SignedIn>,
    { mode: 'hosted', loginAlias: 'acme' },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Show' }))
  await waitFor(() => expect(visited).toHaveLength(1))
  const url = new URL(visited[0] ?? '')
  expect(url.pathname).toBe('/oauth/authorize')
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    acr_values: MULTI_FACTOR,
    max_age: '60',
    organization: 'acme',
  })
})

const HOUR = 3600

test.each([
  ['ahead', -HOUR],
  ['behind', HOUR],
])('a device whose clock is an hour %s asks for no more and no less', async (_, off) => {
  const serverNow = Math.floor(Date.now() / 1000) + off
  const shown = (ago: number) => withToken({ ...TWICE, iat: serverNow, auth_time: serverNow - ago })
  server.use(shown(60), ...signedIn())
  const first = show(secret({ maxAge: 300 }))
  expect(await screen.findByText('Secret')).toBeVisible()
  expect(first.visited).toEqual([])
  cleanup()
  server.use(shown(600))
  const then = show(secret({ maxAge: 300 }))
  await waitFor(() => expect(then.visited).toEqual(['/account/step-up?maxAge=300']))
})

test('it goes there after 200 milliseconds', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  server.use(withToken({ amr: ['pwd'] }), ...signedIn())
  const { visited } = show(secret())
  await waitFor(() => expect(visited).toEqual(['/account/step-up']))
  expect(timers.mock.calls.map(([, delay]) => delay)).toContain(200)
})

const waitLongerThanTheRedirect = () => new Promise((resolve) => setTimeout(resolve, 500))

/** Re-renders several times with inline props of the provider. */
function Restless({
  session,
  navigate,
  children,
}: {
  session: Session
  navigate: (url: string) => void
  children: ReactNode
}) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = count < 5 ? setTimeout(() => setCount(count + 1), 20) : undefined
    return () => clearTimeout(timer)
  }, [count])
  return (
    <GatehouseProvider session={session} navigate={(url) => navigate(url)} redirects={{ authenticatedUrl: '/' }}>
      {children}
      <p>{`Rendered ${count}`}</p>
    </GatehouseProvider>
  )
}

test('a navigate written in the markup is called once for one guard, also in strict mode', async () => {
  server.use(withToken({ amr: ['pwd'] }), ...signedIn())
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab(PLACE) })
  const navigate = vi.fn()
  render(
    <StrictMode>
      <Restless session={session} navigate={navigate}>
        {secret()}
      </Restless>
    </StrictMode>,
  )
  expect(await screen.findByText('Rendered 5')).toBeVisible()
  await waitLongerThanTheRedirect()
  expect(navigate.mock.calls).toEqual([['/account/step-up']])
})

test('a guard that is gone before it navigated does not navigate', async () => {
  server.use(withToken({ amr: ['pwd'] }), ...signedIn())
  const session = createSession({ baseUrl: 'http://gatehouse.test', environment: fakeBrowser().tab(PLACE) })
  const navigate = vi.fn()
  const page = (children: ReactNode) => (
    <GatehouseProvider session={session} navigate={navigate}>
      {children}
    </GatehouseProvider>
  )
  const { rerender } = render(page(secret()))
  await waitFor(() => expect(session.environment.storage.getItem(LEFT)).toBe(PLACE))
  rerender(page('Elsewhere'))
  await waitLongerThanTheRedirect()
  expect(navigate).not.toHaveBeenCalled()
})

test('in hosted mode one guard leaves one pending login, also in strict mode', async () => {
  server.use(
    ...signedIn(),
    http.post('*/oauth/authorize/silent', () => HttpResponse.json(recorded.oauthTokens())),
  )
  const browser = fakeBrowser()
  const session = createSession({
    baseUrl: 'http://gatehouse.test',
    clientId: 'c1',
    mode: 'hosted',
    environment: browser.tab(PLACE),
  })
  render(
    <StrictMode>
      <Restless session={session} navigate={vi.fn()}>
        {secret()}
      </Restless>
    </StrictMode>,
  )
  expect(await screen.findByText('Rendered 5')).toBeVisible()
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(browser.storage.keys().filter((key) => key.startsWith('HOSTED_LOGIN_VERIFIER_KEY'))).toHaveLength(1)
})

test('where the hosted pages cannot be reached, the guard says so and tries again', async () => {
  server.use(
    ...signedIn(),
    http.post('*/oauth/authorize/silent', () => HttpResponse.json(recorded.oauthTokens())),
  )
  const browser = fakeBrowser()
  const made = createSession({
    baseUrl: 'http://gatehouse.test',
    clientId: 'c1',
    mode: 'hosted',
    environment: browser.tab(PLACE),
  })
  const authorizeUrl = vi.fn<Session['authorizeUrl']>().mockRejectedValueOnce(new TypeError('The chunk did not load'))
  authorizeUrl.mockResolvedValue('http://gatehouse.test/oauth/authorize?x')
  const renderError = (error: ApiError, retry: () => void) => (
    <button type="button" onClick={retry}>{`Retry ${error.status}`}</button>
  )
  render(<GatehouseProvider session={{ ...made, authorizeUrl }}>{secret({ renderError })}</GatehouseProvider>)
  await userEvent.click(await screen.findByRole('button', { name: 'Retry 0' }))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/oauth/authorize?x']))
})
