import { boot, cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { loginRoutes } from '../routes'
import { openLogin, reloadedLogin, vendor } from '../testing'

const LOGIN = '*/identity/resources/auth/v1/user'
const SSO = '*/identity/resources/auth/v2/user/sso/prelogin'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())
const email = () => screen.findByLabelText('Email')
const password = () => screen.findByLabelText('Password')
const button = (name: string) => screen.findByRole('button', { name })

function answerLogin(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(LOGIN, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })

async function signIn(address = 'ada@acme.test', secret = 'correct horse') {
  if (address) await userEvent.type(await email(), address)
  await userEvent.type(await password(), `${secret}{Enter}`)
}

test('email and password stand on one card, ready for a password manager, with focus in the email', async () => {
  openLogin('/account/login')
  expect(await screen.findByRole('heading', { name: 'Sign in to Northwind' })).toBeVisible()
  await waitFor(async () => expect(await email()).toHaveFocus())
  expect(await email()).toHaveAttribute('autocomplete', 'username')
  expect(await password()).toHaveAttribute('autocomplete', 'current-password')
  expect(document.title).toBe('Sign in to Northwind')
})

test('Tab goes from the email to the password, and the link for forgotten ones comes after', async () => {
  openLogin('/account/login')
  await userEvent.type(await email(), 'a')
  await userEvent.tab()
  await waitFor(async () => expect(await password()).toHaveFocus())
})

test('a right password signs in and goes where the person wanted to be', async () => {
  const bodies = answerLogin(welcome)
  const { browser, navigation } = openLogin('/account/login?redirectUrl=%2Fdocs%2F7')
  await signIn(' ada@acme.test ')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/docs/7']))
  // It leaves no history entry that going back would lead to.
  expect(navigation.getPlace().step).toBeUndefined()
  expect(bodies).toEqual([{ email: 'ada@acme.test', password: 'correct horse' }])
})

test('a user whose session ended sees why', async () => {
  const body = { errors: ['Session not found'], errorCode: 'session.not_found', context: { reason: 'second_factor' } }
  server.use(http.post('*/user/token/refresh', () => HttpResponse.json(body, { status: 401 })))
  openLogin('/account/login')
  expect(await screen.findByText('Your organization now requires MFA. Sign in again.')).toBeVisible()
  expect(await email()).toBeVisible()
})

test('a wrong password is said at the password, aloud too, and the email stays', async () => {
  answerLogin(() => refusal(401, 'ER-01013', 'Incorrect email or password'))
  openLogin('/account/login')
  await signIn()
  await waitFor(async () => expect(await password()).toHaveAccessibleDescription('Incorrect email or password'))
  await waitFor(async () => expect(await password()).toHaveFocus())
  expect(await password()).toHaveAttribute('aria-invalid', 'true')
  expect(screen.getByRole('alert')).toHaveTextContent('Incorrect email or password')
  expect(await email()).toHaveValue('ada@acme.test')

  await userEvent.type(await password(), 'x')
  expect(screen.queryByText('Incorrect email or password')).not.toBeInTheDocument()
})

test('nothing is asked of the server before both fields are filled', async () => {
  const bodies = answerLogin(welcome)
  openLogin('/account/login')
  await userEvent.click(await button('Sign in'))
  expect(await email()).toHaveAccessibleDescription('Enter your email address')
  expect(await password()).toHaveAccessibleDescription('Enter your password')
  await waitFor(async () => expect(await email()).toHaveFocus())
  await userEvent.type(await email(), 'ada@')
  await userEvent.click(await button('Sign in'))
  expect(await email()).toHaveAccessibleDescription('Enter an email address such as name@company.com')
  expect(bodies).toEqual([])
})

test('a refusal that belongs to no field stands above the form', async () => {
  answerLogin(() => refusal(403, 'ER-01034', 'Too many failed attempts. Try again in 15 minutes.'))
  openLogin('/account/login')
  await signIn()
  expect(await screen.findByText(/Too many failed attempts/)).toBeVisible()
})

test('an address that is not verified can have its mail sent again', async () => {
  const asked: unknown[] = []
  answerLogin(() => refusal(403, 'ER-01060', 'Verify first'))
  server.use(
    http.post('*/users/v1/activate/reset', async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  openLogin('/account/login')
  await signIn()
  await userEvent.click(await button('Send the activation email'))
  expect(await screen.findByText(/Open the link in the email/)).toBeVisible()
  expect(asked).toEqual([{ email: 'ada@acme.test' }])
})

test('a server in trouble is said in the documented words', async () => {
  answerLogin(() => new HttpResponse('<html>', { status: 502 }))
  openLogin('/account/login')
  await signIn()
  expect(await screen.findByText("We're facing some difficulties, Please try again")).toBeVisible()
})

test('with single sign-on the email comes first; without a match the password follows and the email can be changed', async () => {
  const bodies = answerLogin(welcome)
  server.use(...vendor({ ssoActive: true }).slice(-1))
  server.use(http.post(SSO, () => refusal(404, 'x', 'SSO domain was not found')))
  const { navigation } = openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test{Enter}')
  await waitFor(async () => expect(await password()).toHaveFocus())
  expect(await email()).toHaveValue('ada@acme.test')
  expect(await email()).toHaveAttribute('readonly')

  act(() => navigation.back())
  expect(await email()).not.toHaveAttribute('readonly')
  expect(await email()).toHaveValue('ada@acme.test')
  await userEvent.type(await email(), '.example{Enter}')
  await userEvent.click(await button('Change'))
  await userEvent.clear(await email())
  await userEvent.type(await email(), 'grace@acme.test{Enter}')
  await signIn('')
  await waitFor(() => expect(bodies).toEqual([{ email: 'grace@acme.test', password: 'correct horse' }]))
})

test("a company's own sign-in is said, then gone to after two seconds", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.use(...vendor({ ssoActive: true }).slice(-1))
  server.use(
    http.post(SSO, () => HttpResponse.json({ address: 'https://idp.test/start', idpType: 'saml', addressType: 'sso' })),
  )
  const { browser } = openLogin('/account/login')
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(await email(), 'ada@acme.test{Enter}')
  expect(await screen.findByRole('heading', { name: 'Redirecting to your organization’s sign-in' })).toBeVisible()
  expect(browser.visited).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(browser.visited).toEqual(['https://idp.test/start'])
  vi.useRealTimers()
})

test('going back from the company sign-in stops it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.use(...vendor({ ssoActive: true }).slice(-1))
  server.use(
    http.post(SSO, () => HttpResponse.json({ address: 'https://idp.test/start', idpType: 'saml', addressType: 'sso' })),
  )
  const { browser, navigation } = openLogin('/account/login')
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(await email(), 'ada@acme.test{Enter}')
  await button('Continue now')
  act(() => navigation.back())
  expect(await button('Continue')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(3000))
  expect(browser.visited).toEqual([])
  vi.useRealTimers()
})

test('without the public configuration the email comes first and sign-up is not offered', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(http.get('*/identity/resources/configurations/v1/public', () => refusal(500, 'x', 'No')))
  openLogin('/account/login')
  expect(await button('Continue')).toBeVisible()
  expect(screen.queryByText('Create an account')).not.toBeInTheDocument()
})

test('without a word of whose product it is one signs in all the same; that is only logged', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(http.get('*/vendors/public', () => refusal(500, 'x', 'No')))
  answerLogin(welcome)
  const { browser } = openLogin('/account/login')
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(screen.queryByRole('alert', { name: /./ })).not.toBeInTheDocument()
  await signIn()
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(warn.mock.calls.flat()).toContainEqual(expect.stringContaining('/vendors/public'))
})

test('the email typed so far goes along to the other pages, and is still there on the way back', async () => {
  const { navigation } = openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test')
  await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }))
  await button('Send link')
  expect(await email()).toHaveValue('ada@acme.test')
  await userEvent.type(await email(), '.example')
  await userEvent.click(screen.getByRole('link', { name: 'Back to sign-in' }))
  await button('Sign in')
  expect(await email()).toHaveValue('ada@acme.test.example')
  expect(navigation.getPlace().search).toBe('')
  act(() => navigation.back())
  await button('Send link')
  expect(await email()).toHaveValue('ada@acme.test.example')
})

test('a reload keeps the email as typed so far, and never the password', async () => {
  const opened = openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test')
  await userEvent.type(await password(), 'correct horse')
  const { tabStorage } = opened.session.environment
  expect(tabStorage.keys().map((key) => tabStorage.getItem(key))).not.toEqual(
    expect.arrayContaining([expect.stringContaining('correct')]),
  )
  reloadedLogin(opened)
  expect(await email()).toHaveValue('ada@acme.test')
  expect(await password()).toHaveValue('')
})

test('a reload at the password stays there', async () => {
  const bodies = answerLogin(welcome)
  server.use(...vendor({ ssoActive: true }).slice(-1))
  server.use(http.post(SSO, () => refusal(404, 'x', 'SSO domain was not found')))
  const opened = openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test{Enter}')
  await password()
  const reloaded = reloadedLogin(opened)
  expect(await email()).toHaveAttribute('readonly')
  await userEvent.type(await password(), 'correct horse{Enter}')
  await waitFor(() => expect(reloaded.browser.visited).toHaveLength(1))
  expect(bodies).toEqual([{ email: 'ada@acme.test', password: 'correct horse' }])
})

test('what was typed is forgotten when it has served, and when a link brings another address', async () => {
  answerLogin(welcome)
  const opened = openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test')
  reloadedLogin(opened)
  expect(await email()).toHaveValue('ada@acme.test')
  cleanup()
  const { tabStorage } = opened.session.environment
  openLogin('/account/login?login_hint=grace%40acme.test', {}, { tabStorage })
  expect(await email()).toHaveValue('grace@acme.test')
  cleanup()
  const { browser } = openLogin('/account/login', {}, { tabStorage })
  await signIn('')
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  cleanup()
  openLogin('/account/login', {}, { tabStorage })
  expect(await email()).toHaveValue('')
})

test('a form that is submitted twice is sent once', async () => {
  const bodies = answerLogin(() => refusal(401, 'ER-01013', 'Incorrect email or password'))
  openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test')
  await userEvent.type(await password(), 'correct horse')
  const form = (await password()).closest('form')
  act(() => {
    form?.requestSubmit()
    form?.requestSubmit()
  })
  await waitFor(async () => expect(await password()).toBeInvalid())
  expect(bodies).toHaveLength(1)
})

test('the next password replaces the wrong one', async () => {
  const bodies = answerLogin(() => refusal(401, 'ER-01013', 'Incorrect email or password'))
  openLogin('/account/login')
  await signIn()
  await waitFor(async () => expect(await password()).toBeInvalid())
  await userEvent.keyboard('better{Enter}')
  await waitFor(() => expect(bodies).toMatchObject([{ password: 'correct horse' }, { password: 'better' }]))
})

test('blocked cookies are reported', async () => {
  const { browser } = openLogin('/account/login', {}, { keepsCookies: () => false })
  expect(await screen.findByText(/Your browser blocks cookies/)).toBeVisible()
  expect(browser.visited).toEqual([])
})

test('an invite link that is dead is said, and signing in goes without it', async () => {
  const bodies = answerLogin(welcome)
  server.use(http.post('*/tenants/invites/v1/verify', () => refusal(404, 'x', 'Not found')))
  openLogin('/account/login?invitationToken=old')
  expect(await screen.findByText('This invite link is not active')).toBeVisible()
  await signIn()
  await waitFor(() => expect(bodies).toEqual([{ email: 'ada@acme.test', password: 'correct horse' }]))
})

test('an address for single sign-on that would run a script is not followed', async () => {
  server.use(...vendor({ ssoActive: true }).slice(-1))
  server.use(
    http.post(SSO, () => HttpResponse.json({ address: 'javascript:alert(1)', idpType: 'saml', addressType: 'sso' })),
  )
  openLogin('/account/login')
  await userEvent.type(await email(), 'ada@acme.test{Enter}')
  await waitFor(async () => expect(await password()).toHaveFocus())
})

test('a hint fills in the email', async () => {
  openLogin('/account/login?login_hint=ada%40acme.test')
  expect(await email()).toHaveValue('ada@acme.test')
})

test('an invite link names the tenant and travels with the login', async () => {
  const bodies = answerLogin(welcome)
  server.use(http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ name: 'Initech', tenantId: 't2' })))
  openLogin('/account/login?invitationToken=inv')
  expect(await screen.findByRole('heading', { name: 'Sign in to join Initech' })).toBeVisible()
  await signIn()
  await waitFor(() => expect(bodies).toMatchObject([{ invitationToken: 'inv' }]))
})

test('a signed-in user is redirected', async () => {
  server.use(...signedIn())
  const { browser } = openLogin('/account/login')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
})

test('a server that is away is said, with a way to try again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  server.use(http.post('*/token/refresh', () => refusal(503, 'x', 'Away')))
  openLogin('/account/login')
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(await screen.findByRole('heading', { name: 'Sign-in is not available' })).toBeVisible()
  await waitFor(async () => expect(await button('Try again')).toHaveFocus())
  vi.useRealTimers()
})

test('an unknown path below is the login page, with its query', async () => {
  const { navigation } = openLogin('/account/nonsense?redirectUrl=%2Fa')
  await email()
  expect(navigation.getPlace()).toMatchObject({ path: '/account/login', search: '?redirectUrl=%2Fa' })
})

test('links carry what belongs to the visit, and open without loading the page again', async () => {
  const { navigation } = openLogin('/account/login?redirectUrl=%2Fa&utm_source=x')
  const link = await screen.findByRole('link', { name: 'Forgot password?' })
  expect(link).toHaveAttribute('href', '/account/forget-password?redirectUrl=%2Fa')
  await userEvent.click(link)
  expect(navigation.getPlace().path).toBe('/account/forget-password')
  expect(await screen.findByRole('heading', { name: 'Reset your password' })).toBeVisible()
})

test("the vendor's accent and wording apply; an unsupported color does not prevent sign-in", async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const metadata = {
    themeV2: { loginBox: { palette: { primary: { main: 'tomato' } } } },
    localizations: { en: { loginBox: { login: { submit: 'Let me in' } } } },
  }
  server.use(...boot(metadata))
  openLogin('/account/login')
  expect(await button('Let me in')).toBeVisible()
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ name: 'UnsupportedColorError' }))
})

test('who signs in at a tenant of its own login comes to the place that is its own', async () => {
  const routes = loginRoutes({ authenticatedUrl: '/home', customLoginAuthenticatedUrl: '/tenant-home' })
  answerLogin(welcome)
  const own = openLogin('/account/login?organization=acme', { routes })
  await signIn()
  await waitFor(() => expect(own.browser.visited).toEqual(['http://gatehouse.test/tenant-home']))
  cleanup()
  const other = openLogin('/account/login', { routes })
  await signIn()
  await waitFor(() => expect(other.browser.visited).toEqual(['http://gatehouse.test/home']))
})

test('led to a page of the product in the same document, it leads nowhere else', async () => {
  const { navigation, session } = openLogin('/account/login')
  await screen.findByLabelText('Password')
  act(() => navigation.go('/docs?tab=2'))
  await waitFor(() => expect(screen.queryByLabelText('Password')).not.toBeInTheDocument())
  expect(navigation.getPlace()).toMatchObject({ path: '/docs', search: '?tab=2' })
  expect(session.getSnapshot().status).toBe('anonymous')
})
