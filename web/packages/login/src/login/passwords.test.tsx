import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const LOGIN = '*/identity/resources/auth/v1/user'
const USERS = '*/identity/resources/users/v1'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())
const button = (name: string) => screen.findByRole('button', { name })

function answering(path: string, answer: (body: Record<string, unknown>) => Response) {
  const bodies: Record<string, unknown>[] = []
  server.use(
    http.post(path, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      bodies.push(body)
      return answer(body)
    }),
  )
  return bodies
}

async function signIn() {
  const opened = openLogin('/account/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
  return opened
}

const RULES = { minLength: 15, maxLength: 256, minPhraseLength: 15 }
const person = { mfaRequired: false, userId: 'u1', userEmail: 'ada@acme.test' }

test('a password that strangers know leads to a mailed link, and nowhere else', async () => {
  answering(LOGIN, () => HttpResponse.json({ ...person, isBreachedPassword: true }))
  const asked = answering(`${USERS}/passwords/reset`, () => new HttpResponse(null, { status: 201 }))
  await signIn()
  expect(await screen.findByRole('heading', { name: 'This password was found in a data breach' })).toBeVisible()
  expect(asked).toEqual([])
  await userEvent.click(await button('Send link'))
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(asked).toEqual([{ email: 'ada@acme.test' }])
})

test('a password that is too old is replaced at once', async () => {
  answering(LOGIN, () => HttpResponse.json({ ...person, resetPasswordToken: 'tok' }))
  server.use(
    http.get('*/configurations/v1/password', () => HttpResponse.json(RULES)),
    http.get(`${USERS}/passwords/config`, () => HttpResponse.json(RULES)),
  )
  const set = answering(`${USERS}/passwords/reset/verify`, () => new HttpResponse(null, { status: 201 }))
  await signIn()
  expect(await screen.findByText('Your password has expired. Your organization requires a new one.')).toBeVisible()
  await userEvent.type(await screen.findByLabelText('New password'), 'a long enough sentence')
  await userEvent.click(await button('Change password'))
  expect(await screen.findByText('Your password has been changed. Sign in with your new password.')).toBeVisible()
  expect(set).toEqual([{ userId: 'u1', token: 'tok', password: 'a long enough sentence' }])
})

/** SHA-256 of the salt and 7. */
async function challenge() {
  const salt = 'aa?expires=9999999999&'
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${salt}7`))
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { algorithm: 'SHA-256', challenge: hex, maxnumber: 1200, salt, signature: 's' }
}

test('where the server asks for a proof of work, it is done without a word', async () => {
  const given = await challenge()
  server.use(http.get('*/identity/resources/captcha/v1/challenge', () => HttpResponse.json(given)))
  const sent = answering(LOGIN, ({ recaptchaToken }) =>
    recaptchaToken
      ? HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })
      : refusal(400, 'captcha.needed', 'Complete the captcha'),
  )
  const { browser } = await signIn()
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(sent).toHaveLength(2)
  expect(JSON.parse(atob(String(sent[1]?.recaptchaToken)))).toEqual({ ...given, number: 7 })
})

test.each([
  ['has none', () => refusal(404, 'captcha.no_challenge', 'None')],
  ['is not reached', () => HttpResponse.error()],
  ['answers something else', () => new HttpResponse('<html>', { headers: { 'content-type': 'text/html' } })],
])('where a captcha cannot be solved because the server %s, it is said', async (_, answer) => {
  server.use(http.get('*/identity/resources/captcha/v1/challenge', answer))
  answering(LOGIN, () => refusal(400, 'captcha.needed', 'Complete the captcha'))
  await signIn()
  expect(await screen.findByText('Complete the captcha')).toBeVisible()
  expect(await button('Sign in')).toBeEnabled()
})
