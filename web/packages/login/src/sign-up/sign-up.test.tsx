import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import type { LoginEvent } from '../events'
import { loginRoutes } from '../routes'
import { openLogin, reloadedLogin, vendor } from '../testing'

const SIGN_UP = '*/identity/resources/users/v1/signUp'
const strategies = (...list: object[]) =>
  http.get('*/configurations/v1/sign-up/strategies', () => HttpResponse.json(list))
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor(), strategies())
const button = (name: string) => screen.findByRole('button', { name })

function answerSignUp(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(SIGN_UP, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

const mailed = () => HttpResponse.json({ shouldActivate: true, userId: 'u', tenantId: 't' }, { status: 201 })

async function fill(user = userEvent.setup()) {
  await user.type(await screen.findByLabelText('Work email'), 'ada@acme.test')
  await user.type(screen.getByLabelText('Full name'), 'Ada Lovelace')
  await user.type(screen.getByLabelText('Company'), 'Acme')
  await user.click(await button('Create account'))
}

test('email, name and company are sent; then the mail has to be opened', async () => {
  const bodies = answerSignUp(mailed)
  openLogin('/account/sign-up')
  await waitFor(() => expect(screen.getByLabelText('Work email')).toHaveFocus())
  expect(screen.getByRole('heading', { name: 'Create your Northwind account' })).toBeVisible()
  await fill()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus())
  expect(screen.getByText('ada@acme.test')).toBeVisible()
  expect(bodies).toEqual([{ email: 'ada@acme.test', name: 'Ada Lovelace', companyName: 'Acme' }])
})

test('the last step stays through a reload, and going back leads to the form as it was left', async () => {
  answerSignUp(mailed)
  const { navigation } = openLogin('/account/sign-up')
  await fill()
  await screen.findByRole('heading', { name: 'Check your email' })
  expect(navigation.getPlace()).toMatchObject({ step: 'SignUpSuccess', email: 'ada@acme.test' })
  act(() => navigation.back())
  expect(await screen.findByLabelText('Work email')).toHaveValue('ada@acme.test')
})

test('a reload loses nothing that was typed, and neither does going back to the form', async () => {
  answerSignUp(mailed)
  const opened = openLogin('/account/sign-up')
  await userEvent.type(await screen.findByLabelText('Work email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada Lovelace')
  await userEvent.type(screen.getByLabelText('Company'), 'Ac')
  const { navigation } = reloadedLogin(opened)
  expect(await screen.findByLabelText('Work email')).toHaveValue('ada@acme.test')
  expect(screen.getByLabelText('Full name')).toHaveValue('Ada Lovelace')
  await userEvent.type(screen.getByLabelText('Company'), 'me')
  await userEvent.click(await button('Create account'))
  await screen.findByRole('heading', { name: 'Check your email' })
  act(() => navigation.back())
  expect(await screen.findByLabelText('Company')).toHaveValue('Acme')
})

test('names longer than the server takes cannot be typed', async () => {
  openLogin('/account/sign-up')
  const name = await screen.findByLabelText('Full name')
  await userEvent.click(name)
  await userEvent.paste('N'.repeat(300))
  expect(name).toHaveValue('N'.repeat(200))
})

test('an invite link that cannot be checked for now is not called dead', async () => {
  server.use(http.post('*/tenants/invites/v1/verify', () => refusal(503, 'x', 'Away')))
  openLogin('/account/sign-up?invitationToken=inv')
  expect(await screen.findByRole('heading', { name: 'Sign-in is not available' })).toBeVisible()
})

test('each empty field says what it wants, and the first one gets focus', async () => {
  openLogin('/account/sign-up')
  await userEvent.click(await button('Create account'))
  expect(screen.getByLabelText('Work email')).toHaveAccessibleDescription('Enter your email address')
  expect(screen.getByLabelText('Full name')).toHaveAccessibleDescription('Enter your name')
  expect(screen.getByLabelText('Company')).toHaveAccessibleDescription('Enter your company name')
  await waitFor(() => expect(screen.getByLabelText('Work email')).toHaveFocus())
})

test('a refused address is said at the address', async () => {
  answerSignUp(() => refusal(400, 'users.email_invalid', 'This is not an email address'))
  openLogin('/account/sign-up')
  await fill()
  await waitFor(() =>
    expect(screen.getByLabelText('Work email')).toHaveAccessibleDescription('This is not an email address'),
  )
  expect(screen.getByLabelText('Company')).toHaveValue('Acme')
})

test('the mail can be had again, but not at once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const asked: unknown[] = []
  answerSignUp(mailed)
  server.use(
    http.post('*/users/v1/activate/reset', async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  openLogin('/account/sign-up')
  await fill(user)
  expect(await screen.findByRole('button', { name: /Resend in/ })).toBeDisabled()
  for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
  await user.click(await button('Resend'))
  expect(await screen.findByText('Sent.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Resend in/ })).toBeDisabled()
  expect(asked).toEqual([{ email: 'ada@acme.test' }])
  vi.useRealTimers()
})

test('a slip in the address is mended without typing it all again', async () => {
  answerSignUp(mailed)
  openLogin('/account/sign-up')
  await fill()
  await userEvent.click(await button('Use another email'))
  expect(await screen.findByLabelText('Work email')).toHaveValue('ada@acme.test')
})

test('where no activation is needed one is in at once', async () => {
  answerSignUp(() =>
    HttpResponse.json({
      shouldActivate: false,
      userId: 'u',
      tenantId: 't',
      authResponse: { accessToken: makeToken() },
    }),
  )
  const { browser, session } = openLogin('/account/sign-up?redirectUrl=%2Fstart')
  await fill()
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/start']))
  expect(session.getSnapshot().status).toBe('authenticated')
})

test('a phone number is asked for where the vendor wants one, with its country', async () => {
  server.use(strategies({ strategy: 'phoneNumber', isActive: true, isRequired: false }))
  const bodies = answerSignUp(mailed)
  openLogin('/account/sign-up')
  const phone = await screen.findByLabelText('Phone number (optional)')
  await userEvent.type(phone, '555 0199')
  await fill()
  expect(phone).toHaveAccessibleDescription('Enter the number with its country code, such as +1 555 010 0199')
  await userEvent.clear(phone)
  await userEvent.type(phone, '+1 555 010 0199{Enter}')
  await waitFor(() => expect(bodies).toMatchObject([{ phoneNumber: '+1 555 010 0199' }]))
})

test('an invited user joins that tenant and names no company', async () => {
  const inviting = { name: 'Initech', tenantId: 't2', inviterName: 'Ada Admin', inviterEmail: 'ada@initech.test' }
  server.use(http.post('*/tenants/invites/v1/verify', () => HttpResponse.json(inviting)))
  const bodies = answerSignUp(mailed)
  openLogin('/account/sign-up?invitationToken=inv')
  expect(await screen.findByRole('heading', { name: 'Join Initech' })).toBeVisible()
  expect(screen.getByText('Ada Admin (ada@initech.test) invited you to join Initech.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Work email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada{Enter}')
  await waitFor(() => expect(bodies).toMatchObject([{ invitationToken: 'inv', email: 'ada@acme.test' }]))
})

test('an invite link that is dead says so', async () => {
  server.use(http.post('*/tenants/invites/v1/verify', () => refusal(404, 'x', 'Not found')))
  openLogin('/account/sign-up?invitationToken=old')
  expect(await screen.findByRole('heading', { name: 'This invite link is not active' })).toBeVisible()
})

test('where sign-ups are closed the login page stands instead', async () => {
  server.use(...vendor({ allowSignups: false }))
  const { navigation } = openLogin('/account/sign-up')
  expect(await screen.findByRole('heading', { name: 'Sign in to Northwind' })).toBeVisible()
  expect(navigation.getPlace().path).toBe('/account/login')
  expect(screen.queryByText('Create an account')).not.toBeInTheDocument()
})

test('the product hears of a sign-up, and may say where it leads', async () => {
  const welcomed = { shouldActivate: false, userId: 'u', tenantId: 't', authResponse: { accessToken: makeToken() } }
  answerSignUp(() => HttpResponse.json(welcomed))
  const events: LoginEvent[] = []
  const { browser } = openLogin('/account/sign-up', {
    onEvent: (event) => events.push(event),
    routes: loginRoutes({ signUpSuccessUrl: '/welcome' }),
  })
  await fill()
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/welcome']))
  expect(events).toEqual([{ type: 'sign-up-complete', email: 'ada@acme.test', userId: 'u', tenantId: 't' }])
})

test('a rejected sign-up does not sign in', async () => {
  answerSignUp(() => refusal(403, 'signup.refused', 'This domain may not sign up'))
  const { session, browser } = openLogin('/account/sign-up')
  await fill()
  expect(await screen.findByText('This domain may not sign up')).toBeVisible()
  expect(session.getSnapshot()).toMatchObject({ status: 'anonymous', user: null, accessToken: null })
  expect(browser.visited).toEqual([])
})
