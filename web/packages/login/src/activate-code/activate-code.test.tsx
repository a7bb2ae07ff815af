import { cannedServer, makeToken, notSignedIn, recorded, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import type { LoginEvent } from '../events'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/activate/code?userId=u1&token=tok'
const strategy = (shouldSetPassword: boolean) =>
  http.get('*/users/v1/activate/strategy', () => HttpResponse.json({ shouldSetPassword }))
const server = cannedServer(
  ...signedIn().slice(1),
  ...notSignedIn(),
  ...vendor(),
  http.get('*/configurations/v1/password', () => HttpResponse.json({ ...recorded.PASSWORD_CONFIG, minLength: 8 })),
  http.get('*/users/v1/passwords/config', () => HttpResponse.json(recorded.PASSWORD_CONFIG)),
  http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ name: 'Own company', tenantId: 't1' })),
)
const code = () => screen.findByLabelText('Six-digit code')
const LONG = 'long enough to be taken'

function answerActivation(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post('*/users/v1/activate/code', async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300 })

test('a newcomer enters the code and chooses a password', async () => {
  server.use(strategy(true))
  const bodies = answerActivation(welcome)
  const { browser } = openLogin(PAGE)
  await userEvent.type(await code(), '123456')
  expect(bodies).toEqual([])
  await userEvent.type(screen.getByLabelText('Password'), `${LONG}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Your account is active' })).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok', code: '123456', password: LONG }])
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']), { timeout: 2000 })
})

test.each([
  ['the user is signed in', welcome, { email: 'ada@acme.test' }],
  ['the user signs in afterwards', () => HttpResponse.json({ userId: 'u1' }), {}],
])('the product hears that the address is proved: %s', async (_, answer, more) => {
  server.use(strategy(false))
  answerActivation(answer)
  const events: LoginEvent[] = []
  openLogin(PAGE, { onEvent: (event) => events.push(event) })
  await userEvent.type(await code(), '123456')
  await waitFor(() => expect(events).toEqual([{ type: 'user-verified', ...more, userId: 'u1' }]))
})

test('without a password the sixth digit is enough', async () => {
  server.use(strategy(false))
  const bodies = answerActivation(() => HttpResponse.json({ userId: 'u1' }))
  const { navigation } = openLogin(PAGE)
  await userEvent.type(await code(), '123456')
  expect(await screen.findByText('Your account is active. Sign in to continue.')).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok', code: '123456' }])
  expect(navigation.getPlace().path).toBe('/account/login')
})

test('a wrong code is said at its field, a refused password at its own', async () => {
  server.use(strategy(true))
  const refusals = [
    () => refusal(400, 'ER-01011', 'The code is incorrect'),
    () => refusal(400, 'passwords.breached', 'This password is known from a breach.'),
  ]
  answerActivation(() => (refusals.shift() ?? welcome)())
  openLogin(PAGE)
  await userEvent.type(await code(), '000000')
  const password = screen.getByLabelText('Password')
  await userEvent.type(password, `${LONG}{Enter}`)
  await waitFor(async () => expect(await code()).toBeInvalid())
  expect(password).not.toBeInvalid()
  await userEvent.type(password, '{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription('This password is known from a breach.'))
})

test.each([
  [400, 'ER-01017'],
  [404, 'activation.link_expired'],
])('a code that is too old offers a new one (%i %s)', async (status, refused) => {
  server.use(strategy(false))
  answerActivation(() => refusal(status, refused, 'Over'))
  openLogin(PAGE)
  await userEvent.type(await code(), '123456')
  expect(await screen.findByRole('heading', { name: 'Activation link expired' })).toBeVisible()
})

test('a new one can be had at once', async () => {
  server.use(strategy(false))
  openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new code' }))
  expect(await screen.findByLabelText('Email')).toBeVisible()
})

test.each([
  ['that was cut off', '/account/activate/code?token=tok', 200],
  ['that is over', PAGE, 404],
])('a link %s offers a new one', async (_, page, status) => {
  server.use(
    status === 404
      ? http.get('*/users/v1/activate/strategy', () => refusal(404, 'x', 'Activation link expired'))
      : strategy(false),
  )
  openLogin(page)
  expect(await screen.findByRole('heading', { name: 'Activation link expired' })).toBeVisible()
})

test('in German', async () => {
  server.use(strategy(true))
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByText(/und wählen Sie ein Passwort/)).toBeVisible()
})
