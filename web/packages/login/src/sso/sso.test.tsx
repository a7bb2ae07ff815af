import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { loginRoutes } from '../routes'
import { openLogin, vendor } from '../testing'

const AUTH = '*/identity/resources/auth'
const OIDC = `${AUTH}/v2/user/oidc/postlogin`
const SAML = `${AUTH}/v1/user/saml/postlogin`
const BACK = '/account/oidc/callback?code=c0de&state=st4te'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())
const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })

function answer(path: string, response: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(path, async ({ request }) => {
      bodies.push(await request.json())
      return response()
    }),
  )
  return bodies
}

test('what the provider sent the browser back with signs in, once', async () => {
  const bodies = answer(OIDC, welcome)
  const { browser } = openLogin(BACK)
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(bodies).toEqual([{ code: 'c0de', RelayState: 'st4te' }])
})

test('a provider that names itself is handed on with its answer', async () => {
  const bodies = answer(OIDC, welcome)
  const { browser } = openLogin(`${BACK}&iss=https%3A%2F%2Fidp.test`)
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(bodies).toEqual([{ code: 'c0de', RelayState: 'st4te', iss: 'https://idp.test' }])
})

test('a second factor may follow', async () => {
  server.use(
    http.get('*/mfa-policy/allow-remember-device', () =>
      HttpResponse.json({ isAllowedToRemember: false, mfaDeviceExpiration: 0 }),
    ),
  )
  answer(OIDC, () =>
    HttpResponse.json({
      mfaRequired: true,
      mfaToken: 'waiting',
      mfaEnrolled: true,
      mfaDevices: { webauthn: [], phones: [], authenticators: [{ id: 'a' }], emails: [] },
    }),
  )
  openLogin(BACK)
  expect(await screen.findByLabelText('Six-digit code')).toBeVisible()
})

test('a refusal says why, then goes where people go who are in; the login page says it once more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  answer(OIDC, () => refusal(403, 'sso.refused', 'This connection is not for your email address'))
  const { browser, session, navigation } = openLogin(BACK, { routes: loginRoutes({ authenticatedUrl: '/home' }) })
  expect(await screen.findByText('This connection is not for your email address')).toBeVisible()
  expect(navigation.getPlace().step).toBe('loginWithSSOFailed')
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/account/login')
  expect(browser.visited).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(browser.visited).toEqual(['http://gatehouse.test/home'])
  vi.useRealTimers()
  cleanup()

  const { tabStorage } = session.environment
  openLogin('/account/login', {}, { tabStorage })
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(screen.getByText('This connection is not for your email address')).toBeVisible()
  cleanup()
  openLogin('/account/login', {}, { tabStorage })
  expect(await screen.findByLabelText('Email')).toBeVisible()
  expect(screen.queryByText('This connection is not for your email address')).not.toBeInTheDocument()
})

test('coming back with nothing asks nothing of the server', async () => {
  const bodies = answer(OIDC, welcome)
  openLogin('/account/oidc/callback')
  expect(await screen.findByText('This sign-in has expired. Sign in again.')).toBeVisible()
  expect(bodies).toEqual([])
})

test.each([
  ['sso.failed', 401, /denied access/],
  ['sso.tested', 409, 'Test sign-in completed'],
])('a provider that refused is told to the server, which answers %s', async (code, status, text) => {
  const bodies = answer(`${AUTH}/v1/user/oidc/refused`, () => refusal(status, code, 'No'))
  openLogin('/account/oidc/callback?error=access_denied&error_description=Not+assigned&state=st4te')
  expect(await screen.findByText(text)).toBeVisible()
  expect(bodies).toEqual([{ state: 'st4te', error: 'access_denied', errorDescription: 'Not assigned' }])
})

test('a test sign-in does not sign in', async () => {
  answer(SAML, () => refusal(409, 'sso.tested', 'The test is over'))
  const { browser } = openLogin('/account/saml/callback?SAMLResponse=tested')
  expect(await screen.findByText('Test sign-in completed')).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Back to sign-in' })).not.toBeInTheDocument()
  expect(browser.visited).toEqual([])
})

test.each([
  ['OpenID Connect', OIDC, '/account/oidc/callback?code=c0de&state=test.st4te'],
  ['SAML', SAML, '/account/saml/callback?SAMLResponse=tested'],
])('who tests %s is signed in already, and stays at the end of the test', async (_, path, back) => {
  server.use(...signedIn())
  const bodies = answer(path, () => refusal(409, 'sso.tested', 'The test is over'))
  const { browser } = openLogin(back)
  expect(await screen.findByText('Test sign-in completed')).toBeVisible()
  expect(bodies).toHaveLength(1)
  expect(browser.visited).toEqual([])
})

test('who is signed in already signs in no other by what a provider sends', async () => {
  server.use(...signedIn())
  const bodies = answer(OIDC, welcome)
  const { browser } = openLogin(BACK)
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(bodies).toEqual([])
})

test('a SAML answer is handed on by its own names', async () => {
  const bodies = answer(SAML, welcome)
  const { browser } = openLogin('/account/saml/callback?SAMLResponse=PHg%2B&RelayState=st4te')
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(bodies).toEqual([{ SAMLResponse: 'PHg+', RelayState: 'st4te' }])
})

test('a password where the company requires its own sign-in leads there, and back to where one wanted to be', async () => {
  answer(`${AUTH}/v1/user`, () => refusal(403, 'sso.required', 'Your company requires single sign-on.'))
  const asked = answer(`${AUTH}/v2/user/sso/prelogin`, () =>
    HttpResponse.json({ address: 'https://idp.test/start', idpType: 'oidc', addressType: 'sso' }),
  )
  answer(OIDC, welcome)
  const { browser } = openLogin('/account/login?redirectUrl=%2Fbilling')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Continue now' }))
  expect(browser.visited).toEqual(['https://idp.test/start'])
  expect(asked).toEqual([{ email: 'ada@acme.test' }])
  const { storage } = browser
  const { browser: back } = openLogin(BACK, {}, { storage })
  await waitFor(() => expect(back.visited).toEqual(['http://gatehouse.test/billing']))
})
