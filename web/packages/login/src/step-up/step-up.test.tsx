import { MULTI_FACTOR } from '@gatehouse/sdk'
import { boot, cannedServer, fakeBrowser, makeToken, recorded, refusal, signedIn } from '@gatehouse/sdk/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const GENERATE = '*/identity/resources/auth/v1/user/step-up/generate'
const PAGE = '/account/step-up?maxAge=300&redirectUrl=%2Fkeys'
const NONE = { webauthn: [], phones: [], authenticators: [], emails: [] }
const KEYS = 'http://gatehouse.test/keys'
const server = cannedServer(
  ...vendor(),
  ...boot(),
  ...signedIn(),
  http.post('*/auth/v1/logout', () => new HttpResponse(null, { status: 201 })),
  http.get('*/mfa-policy/allow-remember-device', () =>
    HttpResponse.json({ isAllowedToRemember: false, mfaDeviceExpiration: 0 }),
  ),
)
const steppedUp = () =>
  HttpResponse.json({
    accessToken: makeToken({ acr: MULTI_FACTOR, amr: ['pwd', 'otp', 'mfa'], auth_time: Math.floor(Date.now() / 1000) }),
    expiresIn: 300,
  })

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

test('the factor is shown, and one is back where one wanted to be', async () => {
  const mfaDevices = { ...NONE, authenticators: [{ id: 'a' }] }
  const asked = answer(GENERATE, () => HttpResponse.json({ mfaToken: 'mfa', mfaDevices }))
  const shown = answer('*/auth/v1/user/mfa/verify', steppedUp)
  const { browser } = openLogin(PAGE)
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(browser.visited).toEqual([KEYS]))
  expect(asked).toEqual([{ maxAge: 300 }])
  expect(shown).toMatchObject([{ mfaToken: 'mfa', value: '123456' }])
})

test.each([
  ['-5', {}],
  ['soon', {}],
  ['Infinity', { maxAge: 31_536_000 }],
  ['99999999999', { maxAge: 31_536_000 }],
])('an age of %s in the address does not sign out', async (age, expected) => {
  const mfaDevices = { ...NONE, authenticators: [{ id: 'a' }] }
  const asked = answer(GENERATE, () => HttpResponse.json({ mfaToken: 'mfa', mfaDevices }))
  openLogin(`/account/step-up?maxAge=${age}`)
  expect(await screen.findByLabelText('Six-digit code')).toBeVisible()
  expect(asked).toEqual([expected])
})

test('going back does not lead forward again', async () => {
  const mfaDevices = { ...NONE, authenticators: [{ id: 'a' }], phones: [{ id: 'p', phoneNumber: '+1 •• 99' }] }
  const asked = answer(GENERATE, () => HttpResponse.json({ mfaToken: 'mfa', mfaDevices }))
  const { navigation } = openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'Authenticator app' }))
  expect(await screen.findByLabelText('Six-digit code')).toBeVisible()
  act(() => navigation.back())
  expect(await screen.findByRole('button', { name: 'Authenticator app' })).toBeVisible()
  // The step that determines the methods leaves no history entry.
  expect(navigation.length()).toBe(1)
  expect(asked).toHaveLength(1)
})

test('an answer with a token is enough', async () => {
  answer(GENERATE, steppedUp)
  const { browser } = openLogin(PAGE)
  await waitFor(() => expect(browser.visited).toEqual([KEYS]))
})

test('a user without MFA is told to set it up', async () => {
  answer(GENERATE, () => refusal(400, 'mfa.not_enrolled', 'MFA is not enrolled'))
  const { navigation, session } = openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Set up MFA first' })).toBeVisible()
  expect(navigation.getPlace().step).toBe('noMFAEnrolledStepUp')
  expect(session.getSnapshot().status).toBe('authenticated')
})

test('step-up continues after MFA was set up in the portal', async () => {
  answer(GENERATE, () => refusal(400, 'mfa.not_enrolled', 'MFA is not enrolled'))
  openLogin(PAGE)
  const link = await screen.findByRole('link', { name: 'Set up MFA in a new tab' })
  expect(link).toHaveAttribute('href', 'http://gatehouse.test/oauth/portal/privacy')
  expect(link).toHaveAttribute('target', '_blank')
  link.addEventListener('click', (event) => event.preventDefault())
  await userEvent.click(link)
  const mfaDevices = { ...NONE, authenticators: [{ id: 'a' }] }
  answer(GENERATE, () => HttpResponse.json({ mfaToken: 'mfa', mfaDevices }))
  act(() => void window.dispatchEvent(new Event('focus')))
  expect(await screen.findByLabelText('Six-digit code')).toBeVisible()
})

test.each([
  ['%2Fkeys', 'http://gatehouse.test/'],
  ['%2Foauth%2Fauthorize%3Fclient_id%3Dx', 'http://gatehouse.test/oauth/authorize?client_id=x&prompt=none'],
])('canceling is not followed by the same request: %s', async (wish, there) => {
  answer(GENERATE, () => refusal(400, 'mfa.not_enrolled', 'MFA is not enrolled'))
  const { browser } = openLogin(`/account/step-up?redirectUrl=${wish}`)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(browser.visited).toEqual([there])
})

test('another refusal signs out, and back in leads here again; the next one is said', async () => {
  answer(GENERATE, () => refusal(403, 'x', 'Not from here'))
  const first = openLogin('/account/step-up?maxAge=300')
  expect(await screen.findByLabelText('Password')).toBeVisible()
  expect(first.session.getSnapshot().status).toBe('anonymous')
  const { path, search } = first.navigation.getPlace()
  expect([path, search]).toEqual(['/account/login', '?maxAge=300'])
  const { storage } = first.session.environment
  expect(storage.getItem('SHOULD_STEP_UP')).toBe('true')
  cleanup()

  server.use(http.post('*/auth/v1/user', () => HttpResponse.json({ ...recorded.LOGIN, accessToken: makeToken() })))
  server.use(http.post('*/auth/v1/user/token/refresh', () => refusal(401, 'x', 'Session not found')))
  const second = openLogin('/account/login?maxAge=300', {}, { storage })
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  expect(await screen.findByText('Not from here')).toBeVisible()
  expect(second.navigation.getPlace().path).toBe('/account/step-up')
  expect(second.session.getSnapshot().status).toBe('authenticated')
  expect(storage.getItem('SHOULD_STEP_UP')).toBeNull()
})

test('a server error does not sign out', async () => {
  answer(GENERATE, () => refusal(503, 'server.busy', 'Busy'))
  const { session } = openLogin(PAGE, {}, { storage: fakeBrowser().storage })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
  expect(session.getSnapshot().status).toBe('authenticated')
})
