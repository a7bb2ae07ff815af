import { cannedServer, fakeBrowser, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { LoginEvent } from '../events'
import { openLogin, vendor } from '../testing'
import { buildStartUrl } from './start-url'

const POSTLOGIN = '*/identity/resources/auth/v1/user/sso/:provider/postlogin'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())
const welcome = { accessToken: makeToken(), expiresIn: 300, mfaRequired: false }
const person = { email: 'ada@acme.test', name: 'Ada', isNewUser: false, userId: 'u', tenantId: null }

const listed = (type: string, more: object = {}) => ({
  type,
  clientId: 'c',
  redirectUrl: 'http://gatehouse.test/account/social/success',
  backendRedirectUrl: 'http://gatehouse.test/callback',
  active: true,
  authorizationUrl: `/identity/resources/auth/v2/user/sso/default/${type}/prelogin`,
  options: {},
  customised: false,
  additionalScopes: [],
  ...more,
})
const PARTNER = {
  id: 'partner',
  type: 'partner',
  clientId: 'c',
  redirectUrl: '',
  redirectUrlPattern: '',
  authorizationUrl: 'http://gatehouse.test/identity/resources/auth/v2/user/sso/custom/partner/prelogin',
  userInfoUrl: '',
  scopes: 'openid',
  ssoLogoUrl: 'https://partner.test/logo.svg',
  displayName: 'Partner AG',
  active: true,
}

const providers = async () => (await screen.findAllByRole('link', { name: /Continue with/ })) as HTMLAnchorElement[]

function answerReturn(answer: () => Response) {
  const asked: unknown[] = []
  server.use(
    http.post(POSTLOGIN, async ({ request, params }) => {
      const code = new URL(request.url).searchParams.get('code')
      asked.push([params.provider, code, await request.json()])
      return answer()
    }),
  )
  return asked
}

const comeBack = (query: Record<string, string> = {}) => {
  const state = JSON.stringify({ provider: 'google', action: 'login' })
  return `/account/social/success?${new URLSearchParams({ code: 'the-code', state, ...query })}`
}

test('pictures of others that do not load leave the page as it would be without them', async () => {
  server.use(...vendor({ customSocial: [PARTNER] }))
  server.use(
    http.get('*/vendors/public', () =>
      HttpResponse.json({ name: 'Northwind', logo: 'https://partner.test/vendor.svg', whiteLabelMode: false }),
    ),
  )
  openLogin('/account/login')
  const [link] = await providers()
  for (const picture of [...document.querySelectorAll('img')]) fireEvent.error(picture)
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'Northwind' })).toHaveTextContent('N')
  expect(link).toHaveTextContent('Continue with Partner AG')
})

test('each provider that is on has a link with its name, and nothing of the others', async () => {
  server.use(
    ...vendor({
      social: [listed('google'), listed('github', { active: false })],
      customSocial: [PARTNER],
    }),
  )
  server.use(http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ name: 'Acme', tenantId: 't2' })))
  openLogin('/account/login?redirectUrl=%2Fdocs&invitationToken=t&tenantId=7')
  const links = await providers()
  expect(links.map((link) => link.textContent)).toEqual(['Continue with Google', 'Continue with Partner AG'])
  expect(links[1]?.querySelector('img')).toHaveAttribute('src', 'https://partner.test/logo.svg')
  const url = new URL(links[0]?.href ?? '')
  expect(url.pathname).toBe('/identity/resources/auth/v2/user/sso/default/google/prelogin')
  expect(JSON.parse(url.searchParams.get('state') ?? '')).toEqual({ provider: 'google', action: 'login' })
  const page = new URL(url.searchParams.get('redirectUri') ?? '')
  expect(page.pathname).toBe('/account/social/success')
  expect(Object.fromEntries(page.searchParams)).toEqual({ redirectUrl: '/docs', invitationToken: 't', tenantId: '7' })
  expect(screen.getByLabelText('Password')).toBeVisible()
})

test('where there are none the form stands alone', async () => {
  openLogin('/account/login')
  await screen.findByLabelText('Password')
  expect(screen.queryByText('or')).not.toBeInTheDocument()
})

test('with no sign-in of its own there is nothing to type', async () => {
  server.use(...vendor({ authStrategy: 'NoLocalAuthentication', social: [listed('microsoft')] }))
  openLogin('/account/login')
  const [first] = await providers()
  expect(first).toHaveTextContent('Continue with Microsoft')
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

test('a company may be found by the address all the same', async () => {
  server.use(...vendor({ authStrategy: 'NoLocalAuthentication', ssoActive: true, social: [listed('microsoft')] }))
  openLogin('/account/login')
  await providers()
  expect(screen.getByLabelText('Email')).toBeVisible()
})

test('people sign up the same way', async () => {
  server.use(http.get('*/configurations/v1/sign-up/strategies', () => HttpResponse.json([])))
  server.use(...vendor({ allowSignups: true, social: [listed('linkedin')] }))
  openLogin('/account/sign-up')
  const [link] = await providers()
  expect(JSON.parse(new URL(link?.href ?? '').searchParams.get('state') ?? '').action).toBe('signUp')
})

test('the callback signs in and leads to the requested address', async () => {
  const asked = answerReturn(() => HttpResponse.json({ ...welcome, ...person }))
  const { browser } = openLogin(comeBack({ redirectUrl: '/docs', invitationToken: 'link' }))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/docs']))
  expect(asked).toEqual([['google', 'the-code', { invitationToken: 'link' }]])
})

test('a second factor follows', async () => {
  answerReturn(() =>
    HttpResponse.json({
      ...person,
      mfaRequired: true,
      mfaEnrolled: true,
      mfaToken: 'waits',
      mfaDevices: { webauthn: [], phones: [], authenticators: [{ id: 'a' }], emails: [] },
    }),
  )
  server.use(
    http.get('*/mfa-policy/allow-remember-device', () =>
      HttpResponse.json({ isAllowedToRemember: false, mfaDeviceExpiration: 1_209_600 }),
    ),
  )
  openLogin(comeBack())
  expect(await screen.findByText('Enter the code from your authenticator app.')).toBeVisible()
})

test('what the server refuses is said, with the way back', async () => {
  answerReturn(() => refusal(403, 'social.account_exists', 'Sign in with the method that you used before.'))
  const { navigation } = openLogin(comeBack({ redirectUrl: '/docs' }))
  expect(await screen.findByRole('heading', { name: 'Couldn’t sign you in' })).toBeVisible()
  expect(screen.getByText('Sign in with the method that you used before.')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Back to sign-in' }))
  expect(navigation.getPlace()).toMatchObject({ path: '/account/login', search: '?redirectUrl=%2Fdocs' })
})

test.each([
  ['access_denied', 'Access was not granted. Try again or sign in another way.'],
  ['expired', 'This sign-in has expired or was started in another browser. Sign in again.'],
])('nothing is requested when the provider says %s', async (error, text) => {
  const asked = answerReturn(() => HttpResponse.json(welcome))
  openLogin(`/account/social/success?${new URLSearchParams({ error, state: '{"provider":"google"}' })}`)
  expect(await screen.findByText(text)).toBeVisible()
  expect(asked).toEqual([])
})

test.each(['', '{', '{"provider":"../evil"}', '{"provider":1}'])(
  'a state of %s asks nothing of the server',
  async (state) => {
    const asked = answerReturn(() => HttpResponse.json(welcome))
    openLogin(comeBack({ state }))
    expect(await screen.findByRole('heading', { name: 'Couldn’t sign you in' })).toBeVisible()
    expect(asked).toEqual([])
  },
)

test('a button never runs a script', () => {
  const way = { baseUrl: 'http://gatehouse.test', page: 'http://gatehouse.test/x', action: 'login' } as const
  expect(() => buildStartUrl({ name: 'evil', title: 'Evil', start: 'javascript:alert(1)' }, way)).toThrow()
})

test.each([
  [true, ['sign-up-complete', 'user-verified']],
  [false, []],
])('the product is told of new users (%s), and the browser remembers the user', async (isNewUser, heard) => {
  answerReturn(() => HttpResponse.json({ ...welcome, ...person, isNewUser, tenantId: 't1' }))
  const events: LoginEvent[] = []
  const { storage } = fakeBrowser()
  storage.setItem('register-quick-login', 'smscode')
  const { browser } = openLogin(comeBack(), { onEvent: (event) => events.push(event) }, { storage })
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(events.map(({ type }) => type)).toEqual(heard)
  for (const event of events) expect(event).toMatchObject({ email: 'ada@acme.test', userId: 'u', tenantId: 't1' })
  expect(storage.getItem('userId')).toBe('u')
  expect(storage.getItem('register-quick-login')).toBeNull()
})
