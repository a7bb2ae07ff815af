import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

const device = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => device)

const MFA = '*/identity/resources/auth/v1/user/mfa'
const NONE = { webauthn: [], phones: [], authenticators: [], emails: [] }
const server = cannedServer(
  ...signedIn().slice(1),
  ...notSignedIn(),
  ...vendor(),
  http.get('*/mfa-policy/allow-remember-device', () =>
    HttpResponse.json({ isAllowedToRemember: false, mfaDeviceExpiration: 0 }),
  ),
)
const welcome = (more = {}) => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, ...more })

beforeEach(() => vi.clearAllMocks())

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

async function passwordWith(challenge: object) {
  answer('*/identity/resources/auth/v1/user', () =>
    HttpResponse.json({ mfaRequired: true, mfaToken: 'mfa', mfaEnrolled: false, ...challenge }),
  )
  const opened = openLogin('/account/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return opened
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a choice of kinds; a phone is set up by the code that came there, and its recovery code is saved', async () => {
  const begun = answer(`${MFA}/sms/enroll`, () => HttpResponse.json({ otcToken: 'otc', phoneNumber: '+1*******99' }))
  const bodies = answer(`${MFA}/sms/enroll/verify`, () => welcome({ recoveryCode: 'keep-me' }))
  await passwordWith({ mfaStrategies: ['SMS', 'AuthenticatorApp'] })
  await press('Text message')
  await userEvent.type(await screen.findByLabelText('Phone number'), '+1 555 010 0199{Enter}')
  expect(await screen.findByText('We sent a code to +1 555 010 0199.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456')
  expect(await screen.findByRole('heading', { name: 'Save your recovery code' })).toBeVisible()
  expect(begun).toEqual([{ mfaToken: 'mfa', phoneNumber: '+1 555 010 0199' }])
  expect(bodies).toEqual([{ mfaToken: 'mfa', otcToken: 'otc', code: '123456', rememberDevice: false }])
})

test('codes by email begin with the first that is right', async () => {
  answer(`${MFA}/emailcode`, () => HttpResponse.json({ otcToken: 'otc' }))
  const bodies = answer(`${MFA}/emailcode/verify`, () => welcome({ recoveryCode: 'keep-me' }))
  await passwordWith({ mfaStrategies: ['EmailCode'], userEmail: 'ada@acme.test' })
  expect(await screen.findByText('We sent a code to ada@acme.test.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456')
  expect(await screen.findByRole('heading', { name: 'Save your recovery code' })).toBeVisible()
  expect(bodies).toMatchObject([{ otcToken: 'otc', code: '123456' }])
})

test('a picture that the login answer lacks is asked for', async () => {
  const setupUri = 'otpauth://totp/Acme:ada?secret=ABCDEFGHIJ&issuer=Acme'
  answer(`${MFA}/authenticator/enroll`, () =>
    HttpResponse.json({ qrCode: 'data:image/png;base64,AA==', setupUri, secret: 'ABCDEFGHIJ' }),
  )
  await passwordWith({ mfaStrategies: ['AuthenticatorApp'] })
  expect(await screen.findByAltText('QR code for your authenticator app')).toBeVisible()
  expect(screen.getByText('ABCD EFGH IJ')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Set it up on this device' })).toHaveAttribute('href', setupUri)
})

test('a security key is registered after a click, and one may cancel and try again', async () => {
  const begun = answer(`${MFA}/webauthn/enroll`, () =>
    HttpResponse.json({ webauthnToken: 'wt', options: { challenge: 'Y2g' } }),
  )
  const bodies = answer(`${MFA}/webauthn/enroll/verify`, () => welcome({ recoveryCode: 'keep-me' }))
  device.startRegistration.mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  device.startRegistration.mockResolvedValueOnce({ id: 'c', response: { clientDataJSON: 'x', attestationObject: 'y' } })
  await passwordWith({ mfaStrategies: ['WebAuthnCrossPlatform'] })
  expect(await screen.findByText(/Have your security key ready/)).toBeVisible()
  expect(device.startRegistration).not.toHaveBeenCalled()
  await press('Continue')
  expect(await screen.findByText('The request was canceled or timed out. Try again.')).toBeVisible()
  await press('Continue')
  expect(await screen.findByRole('heading', { name: 'Save your recovery code' })).toBeVisible()
  expect(begun).toHaveLength(2)
  expect(bodies).toMatchObject([
    { mfaToken: 'mfa', webauthnToken: 'wt', deviceType: 'CrossPlatform', options: { id: 'c' } },
  ])
})

test('an enrolled device proves the second factor', async () => {
  answer(`${MFA}/webauthn/w1`, () => HttpResponse.json({ webauthnToken: 'wt', options: { challenge: 'Y2g' } }))
  const bodies = answer(`${MFA}/webauthn/w1/verify`, () => welcome())
  device.startAuthentication.mockResolvedValueOnce({
    id: 'c',
    response: { clientDataJSON: 'x', authenticatorData: 'y', signature: 'z' },
  })
  const { browser } = await passwordWith({
    mfaEnrolled: true,
    mfaDevices: { ...NONE, webauthn: [{ id: 'w1', deviceType: 'Platform', name: 'Laptop' }] },
  })
  expect(await screen.findByText('Use “Laptop” when your browser asks.')).toBeVisible()
  await press('Confirm')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(bodies).toMatchObject([{ mfaToken: 'mfa', webauthnToken: 'wt', options: { id: 'c' }, rememberDevice: false }])
})

test('a phone number that the server refuses is said at the field', async () => {
  answer(`${MFA}/sms/enroll`, () => refusal(400, 'phone.malformed', 'This is no phone number'))
  await passwordWith({ mfaStrategies: ['SMS'] })
  const phone = await screen.findByLabelText('Phone number')
  await userEvent.type(phone, '+1 555 010 0199{Enter}')
  await waitFor(() => expect(phone).toHaveAccessibleDescription('This is no phone number'))
})
