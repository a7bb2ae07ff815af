import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, test, vi } from 'vitest'
import { onlyPassword, readOnly, renderPortal } from '../testing'

const ceremony = vi.hoisted(() => ({ startAuthentication: vi.fn(), startRegistration: vi.fn() }))
vi.mock('@simplewebauthn/browser', () => ceremony)
afterEach(() => vi.unstubAllGlobals())

const AT = '2026-01-01T00:00:00Z'
const ID = '11111111-1111-4111-8111-111111111111'
const PICTURE = 'data:image/png;base64,AAAA'
const KEY = { id: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['usb'] } }
const noSessions = http.get('*/sessions/v1/me', () => HttpResponse.json([]))
const server = cannedServer(...boot(), noSessions, ...onlyPassword())
const NONE = { webauthn: [], phones: [], authenticators: [], emails: [] }
const has = (devices: object) => server.use(http.get('*/mfa/devices', () => HttpResponse.json({ ...NONE, ...devices })))

function takes(path: string, answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(path, async ({ request }) => {
      const text = await request.text()
      bodies.push(text ? JSON.parse(text) : undefined)
      return answer()
    }),
  )
  return bodies
}
const empty = () => new HttpResponse(null)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const open = () => renderPortal('/privacy', { server, person: readOnly() })

async function add(kind: string) {
  open()
  await press('Add MFA method')
  await userEvent.click(await screen.findByRole('menuitem', { name: kind }))
}
async function enterCode(submit: string) {
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(await within(dialog).findByLabelText('Six-digit code'), '123 456')
  await userEvent.click(within(dialog).getByRole('button', { name: submit }))
}

test('an authenticator app is added by its first code; the recovery code is shown once', async () => {
  const setupUri = 'otpauth://totp/Acme:ada?secret=ABCDEFGHIJ&issuer=Acme'
  takes('*/mfa/authenticator/enroll', () => HttpResponse.json({ qrCode: PICTURE, setupUri, secret: 'ABCDEFGHIJ' }))
  const sent = takes('*/mfa/authenticator/enroll/verify', () => HttpResponse.json({ recoveryCode: 'keep-me' }))
  await add('Authenticator app')
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toHaveAttribute('src', PICTURE)
  expect(screen.getByText('ABCD EFGH IJ')).toBeVisible()
  await enterCode('Confirm')
  expect(await screen.findByText('keep-me')).toBeVisible()
  expect(sent).toEqual([{ token: '123456' }])
})

test('a wrong code is said at the code', async () => {
  takes('*/mfa/emailcode/enroll', () => HttpResponse.json({ otcToken: 'otc' }))
  takes('*/mfa/emailcode/enroll/verify', () => refusal(400, 'ER-01011', 'The code is incorrect'))
  await add('Codes by email')
  await enterCode('Confirm')
  expect(await screen.findByText('The code is incorrect')).toBeVisible()
  expect(screen.getByLabelText('Six-digit code')).toBeInvalid()
})

test('a phone gets a code first', async () => {
  const asked = takes('*/mfa/sms/enroll', () => HttpResponse.json({ otcToken: 'otc', phoneNumber: '+15550100199' }))
  const sent = takes('*/mfa/sms/enroll/verify', () => HttpResponse.json({}))
  await add('Codes by text message')
  await userEvent.type(await screen.findByLabelText('Phone number'), '+15550100199')
  await press('Send code')
  await enterCode('Confirm')
  await waitFor(() => expect(sent).toEqual([{ otcToken: 'otc', code: '123456' }]))
  expect(asked).toEqual([{ phoneNumber: '+15550100199' }])
})

test('a sign-in that is not recent requires a new confirmation', async () => {
  takes('*/mfa/emailcode/enroll', () => refusal(403, 'access.recent_sign_in_needed', 'Sign in again'))
  const { browser } = open()
  await press('Add MFA method')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Codes by email' }))
  await press('Confirm identity')
  await waitFor(() => expect(browser.visited).toEqual(['/account/login?prompt=login']))
})

test('adding a phone number requires a recent sign-in', async () => {
  server.use(http.get('*/phone-numbers/v1/me', () => HttpResponse.json([])))
  takes('*/phone-numbers/v1', () => refusal(403, 'access.recent_sign_in_needed', 'Sign in again'))
  const { browser } = open()
  await press('Add a number')
  await userEvent.type(await screen.findByLabelText('Phone number'), '+15550100199')
  await press('Send code')
  await press('Confirm identity')
  await waitFor(() => expect(browser.visited).toEqual(['/account/login?prompt=login']))
})

test('a factor is removed by its own code', async () => {
  has({ phones: [{ id: ID, phoneNumber: '+1*******99' }] })
  takes(`*/mfa/sms/${ID}/disable`, () => HttpResponse.json({ otcToken: 'otc', phoneNumber: '+1*******99' }))
  const sent = takes(`*/mfa/sms/${ID}/disable/verify`, empty)
  open()
  await press('Remove +1*******99')
  await enterCode('Remove +1*******99')
  await waitFor(() => expect(sent).toEqual([{ otcToken: 'otc', code: '123456' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a new recovery code is shown, or asks for the second factor first', async () => {
  has({ authenticators: [{ id: ID }] })
  let answer: () => Response = () => refusal(403, 'access.step_up_needed', 'Confirm your identity with MFA first')
  takes('*/mfa/recovery-code', () => answer())
  open()
  await press('Generate a new code')
  const question = await screen.findByRole('dialog', { name: 'Confirm your identity' })
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  answer = () => HttpResponse.json({ recoveryCode: 'another' })
  await press('Generate a new code')
  expect(await screen.findByText('another')).toBeVisible()
})

test('passkeys are listed, added and removed where they are offered', async () => {
  vi.stubGlobal('PublicKeyCredential', class PublicKeyCredential {})
  ceremony.startRegistration.mockResolvedValue(KEY)
  const removed: unknown[] = []
  server.use(
    http.get('*/auth/strategies/public', () =>
      HttpResponse.json({
        mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
        secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
      }),
    ),
    http.get('*/webauthn/v1/devices', () =>
      HttpResponse.json({ devices: [{ id: ID, deviceType: 'Platform', createdAt: AT }] }),
    ),
    http.delete('*/webauthn/v1/devices/:id', ({ params }) => {
      removed.push(params.id)
      return empty()
    }),
  )
  takes('*/webauthn/v1/devices', () => HttpResponse.json({ options: { challenge: 'AAAA' } }))
  const kept = takes('*/webauthn/v1/devices/verify', empty)
  open()
  await press('Add a passkey')
  await waitFor(() => expect(kept).toEqual([KEY]))
  await press('Remove On a device')
  await press('Remove passkey')
  await waitFor(() => expect(removed).toEqual([ID]))
})

test('the browser learns which keys are accepted when the page opens and after a removal', async () => {
  const accepts = vi.fn().mockResolvedValue(undefined)
  const renames = vi.fn().mockResolvedValue(undefined)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { signalAllAcceptedCredentials: accepts, signalCurrentUserDetails: renames }),
  )
  const user = { rpId: 'gatehouse.test', userId: 'AAAA' }
  const names = { name: 'ada@acme.test', displayName: 'Ada' }
  let ids = ['BBBB', 'CCCC']
  server.use(
    http.get('*/webauthn/v1/devices', () =>
      HttpResponse.json({ devices: ids.slice(1).map(() => ({ id: ID, deviceType: 'Platform', createdAt: AT })) }),
    ),
    http.get('*/webauthn/v1/accepted-credentials', () =>
      HttpResponse.json({ ...user, allAcceptedCredentialIds: ids, ...names }),
    ),
    http.delete('*/webauthn/v1/devices/:id', () => {
      ids = ['BBBB']
      return empty()
    }),
  )
  open()
  await waitFor(() => expect(accepts).toHaveBeenCalledWith({ ...user, allAcceptedCredentialIds: ['BBBB', 'CCCC'] }))
  await waitFor(() => expect(renames).toHaveBeenCalledWith({ ...user, ...names }))
  await press('Remove On a device')
  await press('Remove passkey')
  await waitFor(() => expect(accepts).toHaveBeenLastCalledWith({ ...user, allAcceptedCredentialIds: ['BBBB'] }))
})

test('where passkeys are not offered, nothing speaks of them', async () => {
  open()
  expect(await screen.findByText('Add your number to get codes by text message.')).toBeVisible()
  expect(screen.queryByText('Passkeys')).not.toBeInTheDocument()
})

test('a number is added with the code that came there, and removed with another', async () => {
  let numbers: object[] = []
  const number = { id: ID, userId: ID, phoneNumber: '+15550100199', verified: true, createdAt: AT, updatedAt: AT }
  server.use(
    http.get('*/phone-numbers/v1/me', () => HttpResponse.json(numbers)),
    http.delete(`*/phone-numbers/v1/${ID}`, () => HttpResponse.json({ phoneId: ID, otcToken: 'away' })),
  )
  const added = takes('*/phone-numbers/v1', () => HttpResponse.json({ otcToken: 'otc' }, { status: 201 }))
  const proved = takes('*/phone-numbers/v1/verify', () => {
    numbers = [number]
    return empty()
  })
  const removed = takes(`*/phone-numbers/v1/${ID}/delete/verify`, () => {
    numbers = []
    return empty()
  })
  open()
  await press('Add a number')
  await userEvent.type(await screen.findByLabelText('Phone number'), '+15550100199')
  await press('Send code')
  await enterCode('Confirm')
  expect(await screen.findByText('Verified')).toBeVisible()
  expect(added).toEqual([{ phoneNumber: '+15550100199', verify: true }])
  expect(proved).toEqual([{ otcToken: 'otc', code: '123456' }])

  await press('Remove +15550100199')
  const question = await screen.findByRole('dialog')
  await userEvent.click(within(question).getByRole('button', { name: 'Remove +15550100199' }))
  await enterCode('Remove +15550100199')
  await waitFor(() => expect(removed).toEqual([{ otcToken: 'away', code: '123456' }]))
  expect(await screen.findByText('Add your number to get codes by text message.')).toBeVisible()
})
