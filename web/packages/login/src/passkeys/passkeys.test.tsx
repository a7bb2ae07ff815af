import { boot, cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

const ceremony = vi.hoisted(() => ({
  startAuthentication: vi.fn(),
  startRegistration: vi.fn(),
  browserSupportsWebAuthnAutofill: vi.fn(),
  WebAuthnAbortService: { cancelCeremony: vi.fn() },
}))
vi.mock('@simplewebauthn/browser', () => ceremony)

const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor({ passkeys: true }))
const on = { 'show-passkeys-new': 'on' }
const flags = (said: object) => http.get('*/flags', () => HttpResponse.json(said))
const devices = (...found: object[]) =>
  http.get('*/users/webauthn/v1/devices', () => HttpResponse.json({ devices: found }))
const DEVICE = { id: 'd1', deviceType: 'Platform', createdAt: '2026-01-01T00:00:00Z' }
const PROOF = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} }
const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })

beforeEach(() => {
  vi.stubGlobal('PublicKeyCredential', class PublicKeyCredential {})
  ceremony.browserSupportsWebAuthnAutofill.mockResolvedValue(false)
  server.use(
    flags(on),
    http.post('*/auth/v1/user', welcome),
    http.post('*/webauthn/prelogin', () => HttpResponse.json({ options: { challenge: 'AAAA' } })),
    http.post('*/webauthn/postlogin', welcome),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

async function signIn(storage: Record<string, string> = {}) {
  const opened = openLogin('/account/login')
  for (const [name, value] of Object.entries(storage)) opened.session.environment.storage.setItem(name, value)
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(await screen.findByLabelText('Password'), 'correct horse{Enter}')
  return opened
}
const arrived = ({ browser }: ReturnType<typeof openLogin>) =>
  waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
const PROMPT = { name: 'Sign in faster next time' }

test('a passkey signs in by its button, and that way is preferred from then on', async () => {
  ceremony.startAuthentication.mockResolvedValue(PROOF)
  const opened = openLogin('/account/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await arrived(opened)
  expect(opened.session.environment.storage.getItem('preferred-login-method')).toBe('passkeys')
  expect(screen.queryByRole('heading', PROMPT)).not.toBeInTheDocument()
})

test('the browser offers passkeys in the field of the email', async () => {
  ceremony.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  ceremony.startAuthentication.mockResolvedValue(PROOF)
  const opened = openLogin('/account/login')
  expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn')
  await arrived(opened)
  expect(ceremony.startAuthentication).toHaveBeenCalledWith(expect.objectContaining({ useBrowserAutofill: true }))
})

test('canceling the button’s prompt offers passkeys in the field again', async () => {
  ceremony.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  const inField = expect.objectContaining({ useBrowserAutofill: true })
  const asked = () => ceremony.startAuthentication.mock.calls.filter(([how]) => inField.asymmetricMatch(how))
  ceremony.startAuthentication.mockImplementation(({ useBrowserAutofill }) =>
    useBrowserAutofill ? new Promise(() => undefined) : Promise.reject(new DOMException('no', 'NotAllowedError')),
  )
  openLogin('/account/login')
  await waitFor(() => expect(asked()).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(asked()).toHaveLength(2))
  expect(ceremony.WebAuthnAbortService.cancelCeremony).toHaveBeenCalled()
})

test('a passkey out of the field that is not known here is said', async () => {
  ceremony.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  ceremony.startAuthentication.mockResolvedValueOnce(PROOF)
  server.use(http.post('*/webauthn/postlogin', () => refusal(401, 'ER-01052', 'This passkey is not registered here')))
  openLogin('/account/login')
  expect(await screen.findByText('This passkey is not registered here')).toBeVisible()
  expect(screen.getByLabelText('Password')).toBeEnabled()
})

test('the browser deletes a passkey that the server names as unknown, and no other', async () => {
  const signalUnknownCredential = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { signalUnknownCredential }),
  )
  ceremony.startAuthentication.mockResolvedValue(PROOF)
  const unknownCredential = { rpId: 'gatehouse.test', credentialId: 'AAAA' }
  let context: object = {}
  server.use(
    http.post('*/webauthn/postlogin', () =>
      HttpResponse.json({ errors: ['No'], errorCode: 'ER-01052', context }, { status: 400 }),
    ),
  )
  openLogin('/account/login')
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  await userEvent.click(button)
  expect(await screen.findByText('No')).toBeVisible()
  expect(signalUnknownCredential).not.toHaveBeenCalled()
  context = { unknownCredential }
  await userEvent.click(button)
  await waitFor(() => expect(signalUnknownCredential).toHaveBeenCalledWith(unknownCredential))
})

test('closing the browser’s prompt shows a message, and other methods still work', async () => {
  ceremony.startAuthentication.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  openLogin('/account/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect(await screen.findByText('The request was canceled or timed out. Try again.')).toBeVisible()
  expect(screen.getByLabelText('Password')).toBeEnabled()
})

test('where passkeys are not offered, there is no button', async () => {
  server.use(...vendor().slice(boot().length))
  openLogin('/account/login')
  await screen.findByLabelText('Password')
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).not.toBeInTheDocument()
})

test('a user without a passkey is asked, creates one and continues', async () => {
  ceremony.startRegistration.mockResolvedValue(PROOF)
  const kept: unknown[] = []
  server.use(
    devices(),
    http.post('*/users/webauthn/v1/devices', () => HttpResponse.json({ options: { challenge: 'AAAA' } })),
    http.post('*/users/webauthn/v1/devices/verify', async ({ request }) => {
      kept.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  const opened = await signIn()
  await screen.findByRole('heading', PROMPT)
  expect(opened.browser.visited).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Create a passkey' }))
  await arrived(opened)
  expect(kept).toEqual([PROOF])
})

test('"don’t show this again" is kept; "not now" alone is not', async () => {
  server.use(devices())
  const opened = await signIn()
  const { storage } = opened.session.environment
  await userEvent.click(await screen.findByLabelText('Don’t show this again'))
  expect(storage.getItem('dont-show-again-prompt-passkeys')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  await arrived(opened)
  expect(storage.getItem('dont-show-again-prompt-passkeys')).toBe('true')
})

const failing = () => http.get('*/users/webauthn/v1/devices', () => HttpResponse.error())
const unasked: readonly [string, () => void, Record<string, string>?][] = [
  ['the strategy is off', () => server.use(...vendor().slice(boot().length))],
  ['the flag is off', () => server.use(flags({ 'show-passkeys-new': 'off' }))],
  ['passkeys are how they sign in', () => undefined, { 'preferred-login-method': 'passkeys' }],
  ['they want no more of it', () => undefined, { 'dont-show-again-prompt-passkeys': 'true' }],
  ['they have one', () => server.use(devices(DEVICE))],
  ['their passkeys cannot be loaded', () => server.use(failing())],
]

test.each(unasked)('there is no prompt when %s', async (...[, prepare, storage = {}]) => {
  prepare()
  const opened = await signIn(storage)
  await arrived(opened)
  expect(screen.queryByRole('heading', PROMPT)).not.toBeInTheDocument()
})
