import { cannedServer, makeToken, notSignedIn, recorded, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { LoginEvent } from '../events'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/activate?userId=u1&token=tok'
const strategy = (shouldSetPassword: boolean) =>
  http.get('*/users/v1/activate/strategy', ({ request }) => {
    expect(new URL(request.url).search).toBe('?userId=u1&token=tok')
    return HttpResponse.json({ shouldSetPassword })
  })
const server = cannedServer(
  ...signedIn().slice(1),
  ...notSignedIn(),
  ...vendor(),
  http.get('*/configurations/v1/password', () => HttpResponse.json({ ...recorded.PASSWORD_CONFIG, minLength: 8 })),
  http.get('*/users/v1/passwords/config', () => HttpResponse.json(recorded.PASSWORD_CONFIG)),
  http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ name: 'Own company', tenantId: 't1' })),
)
const button = (name: string) => screen.findByRole('button', { name })

function answerActivation(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post('*/users/v1/activate', async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300 })

test('opening the link activates nothing: it takes a click', async () => {
  server.use(strategy(false))
  const bodies = answerActivation(welcome)
  const { browser } = openLogin(PAGE)
  await waitFor(async () => expect(await button('Activate account')).toHaveFocus())
  expect(bodies).toEqual([])
  await userEvent.click(await button('Activate account'))
  expect(await screen.findByRole('heading', { name: 'Your account is active' })).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok' }])
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']), { timeout: 2000 })
})

test("a password is chosen by the tenant's rules, and a refused one is said at the field", async () => {
  server.use(strategy(true))
  const bodies = answerActivation(() => refusal(400, 'passwords.breached', 'This password is known from a breach.'))
  openLogin(PAGE)
  const password = await screen.findByLabelText('Password')
  expect(password).toHaveAttribute('autocomplete', 'new-password')
  await userEvent.type(password, 'too short{Enter}')
  expect(password).toHaveAccessibleDescription(/Use at least 15 characters/)
  expect(bodies).toEqual([])
  await userEvent.type(password, ' but not any more{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription('This password is known from a breach.'))
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok', password: 'too short but not any more' }])
})

test('an invited new user sees the inviter and the company', async () => {
  const inviting = { name: 'Initech', tenantId: 't2', inviterName: 'Ada Admin', inviterEmail: 'ada@initech.test' }
  server.use(
    strategy(true),
    http.post('*/tenants/invites/v1/verify', () => HttpResponse.json(inviting)),
  )
  openLogin(PAGE)
  const by = 'Ada Admin (ada@initech.test) invited you to join Initech. Choose a password to finish.'
  expect(await screen.findByText(by)).toBeVisible()
})

test('activation works when the inviter cannot be loaded', async () => {
  server.use(
    strategy(false),
    http.post('*/tenants/invites/v1/verify', () => refusal(503, 'x', 'Away')),
  )
  openLogin(PAGE)
  expect(await screen.findByText('Click the button to confirm your email address.')).toBeVisible()
})

test('a user who already has a password signs in with it', async () => {
  server.use(strategy(false))
  answerActivation(() => HttpResponse.json({ userId: 'u1' }))
  const { navigation } = openLogin(PAGE)
  await userEvent.click(await button('Activate account'))
  expect(await screen.findByText('Your account is active. Sign in to continue.')).toBeVisible()
  expect(navigation.getPlace().path).toBe('/account/login')
})

test.each([
  ['an expired link', PAGE],
  ['a link that lost its end', '/account/activate?userId=u1'],
])('%s offers a new one', async (_, page) => {
  const asked: unknown[] = []
  server.use(
    http.get('*/users/v1/activate/strategy', () => refusal(404, 'x', 'Activation link expired')),
    http.post('*/users/v1/activate/reset', async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 201 })
    }),
  )
  openLogin(page)
  expect(await screen.findByRole('heading', { name: 'Activation link expired' })).toBeVisible()
  await userEvent.type(screen.getByLabelText('Email'), 'ada@acme.test{Enter}')
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(asked).toEqual([{ email: 'ada@acme.test' }])
})

test('a link that died while the page was open offers a new one', async () => {
  server.use(strategy(false))
  answerActivation(() => refusal(404, 'x', 'Activation link expired'))
  openLogin(PAGE)
  await userEvent.click(await button('Activate account'))
  expect(await screen.findByRole('heading', { name: 'Activation link expired' })).toBeVisible()
})

test('a server in trouble is not taken for a dead link', async () => {
  server.use(http.get('*/users/v1/activate/strategy', () => refusal(500, 'x', 'Trouble')))
  openLogin(PAGE)
  expect(await button('Try again')).toBeVisible()
})

test('the product hears that the address is proved', async () => {
  server.use(strategy(false))
  answerActivation(welcome)
  const events: LoginEvent[] = []
  openLogin(PAGE, { onEvent: (event) => events.push(event) })
  await userEvent.click(await button('Activate account'))
  await waitFor(() => expect(events).toEqual([{ type: 'user-verified', email: 'ada@acme.test', userId: 'u1' }]))
})
