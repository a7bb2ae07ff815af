import { boot, cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openLogin, reloadedLogin, vendor } from '../testing'

const MFA = '*/identity/resources/auth/v1/user/mfa'
const NONE = { webauthn: [], phones: [], authenticators: [], emails: [] }
const remember = (isAllowedToRemember: boolean) =>
  http.get('*/mfa-policy/allow-remember-device', () =>
    HttpResponse.json({ isAllowedToRemember, mfaDeviceExpiration: 1_209_600 }),
  )
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor(), ...boot(), remember(false))

const welcome = (more = {}) => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, ...more })

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
    HttpResponse.json({ mfaRequired: true, mfaToken: 'mfa', mfaEnrolled: true, ...challenge }),
  )
  const opened = openLogin('/account/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return opened
}

test('with one authenticator its code is asked for; a pasted code is sent by itself', async () => {
  server.use(remember(true))
  const bodies = answer(`${MFA}/verify`, () => welcome())
  const { browser, session } = await passwordWith({ mfaDevices: { ...NONE, authenticators: [{ id: 'a' }] } })
  const code = await screen.findByLabelText('Six-digit code')
  await waitFor(() => expect(code).toHaveFocus())
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(session.getSnapshot().status).toBe('anonymous')
  await userEvent.click(await screen.findByLabelText('Don’t ask again on this device'))
  await userEvent.click(code)
  await userEvent.paste('123 456')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(bodies).toEqual([{ mfaToken: 'mfa', value: '123456', rememberDevice: true }])
})

test.each(['123-456', '123\u00a0456\n', '١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３４５６'])(
  '%j is read as it is meant',
  async (pasted) => {
    const bodies = answer(`${MFA}/verify`, () => welcome())
    await passwordWith({ mfaDevices: { ...NONE, authenticators: [{ id: 'a' }] } })
    await userEvent.click(await screen.findByLabelText('Six-digit code'))
    await userEvent.paste(pasted)
    await waitFor(() => expect(bodies).toMatchObject([{ value: '123456' }]))
  },
)

test('a wrong code is said at the code, and the next one goes with the same token', async () => {
  const bodies = answer(`${MFA}/verify`, () => refusal(401, 'ER-01011', 'Wrong code'))
  await passwordWith({ mfaDevices: { ...NONE, authenticators: [{ id: 'a' }] } })
  const code = await screen.findByLabelText('Six-digit code')
  await userEvent.type(code, '000000')
  await waitFor(() => expect(code).toHaveAccessibleDescription('Wrong code'))
  await userEvent.keyboard('111111')
  await waitFor(() => expect(bodies).toMatchObject([{ mfaToken: 'mfa' }, { mfaToken: 'mfa', value: '111111' }]))
  expect(bodies).toHaveLength(2)
})

test('with several devices there is a choice; the code is sent only to the chosen one', async () => {
  const sent = answer(`${MFA}/sms/p1`, () => HttpResponse.json({ otcToken: 'otc', phoneNumber: '+1***99' }))
  const bodies = answer(`${MFA}/sms/p1/verify`, () => welcome())
  const { browser } = await passwordWith({
    mfaDevices: { ...NONE, phones: [{ id: 'p1', phoneNumber: '+1***99' }], emails: [{ email: 'a***@acme.test' }] },
  })
  expect(await screen.findByRole('button', { name: 'Email to a***@acme.test' })).toBeVisible()
  expect(sent).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Text message to +1***99' }))
  await waitFor(() => expect(sent).toEqual([{ mfaToken: 'mfa' }]))
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(bodies).toEqual([{ mfaToken: 'mfa', otcToken: 'otc', code: '123456', rememberDevice: false }])
})

test('coming back to the code sends no second one', async () => {
  const sent = answer(`${MFA}/sms/p1`, () => HttpResponse.json({ otcToken: 'otc', phoneNumber: '+1***99' }))
  const bodies = answer(`${MFA}/sms/p1/verify`, () => welcome())
  const { navigation } = await passwordWith({
    mfaDevices: { ...NONE, phones: [{ id: 'p1', phoneNumber: '+1***99' }], emails: [{ email: 'a***@acme.test' }] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Text message to +1***99' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Lost your device?' }))
  expect(await screen.findByLabelText('Recovery code')).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(1))
  act(() => navigation.back())
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(bodies).toMatchObject([{ otcToken: 'otc', code: '123456' }]))
  expect(sent).toHaveLength(1)
})

test('back from the code is the choice again, then the password', async () => {
  answer(`${MFA}/sms/p1`, () => HttpResponse.json({ otcToken: 'otc', phoneNumber: '+1***99' }))
  const { navigation } = await passwordWith({
    mfaDevices: { ...NONE, phones: [{ id: 'p1', phoneNumber: '+1***99' }], emails: [{ email: 'a***@acme.test' }] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Text message to +1***99' }))
  await screen.findByLabelText('Six-digit code')
  act(() => navigation.back())
  expect(await screen.findByRole('button', { name: 'Email to a***@acme.test' })).toBeVisible()
  act(() => navigation.back())
  expect(await screen.findByLabelText('Password')).toBeVisible()
})

test('the second factor does not survive a reload', async () => {
  const opened = await passwordWith({ mfaDevices: { ...NONE, authenticators: [{ id: 'a' }] } })
  await screen.findByLabelText('Six-digit code')
  reloadedLogin(opened)
  expect(await screen.findByLabelText('Password')).toHaveValue('')
  expect(screen.getByLabelText('Email')).toHaveValue('ada@acme.test')
})

test('a code that was sent again goes with its own token', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  let sent = 0
  answer(`${MFA}/emailcode`, () => {
    sent += 1
    return HttpResponse.json({ otcToken: `otc-${sent}` })
  })
  const bodies = answer(`${MFA}/emailcode/verify`, () => welcome())
  await passwordWith({ mfaDevices: { ...NONE, emails: [{ email: 'a***@acme.test' }] } })
  await screen.findByLabelText('Six-digit code')
  for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
  await user.click(await screen.findByRole('button', { name: 'Resend' }))
  expect(await screen.findByText('Sent.')).toBeVisible()
  await user.type(screen.getByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(bodies).toMatchObject([{ otcToken: 'otc-2', code: '123456' }]))
  vi.useRealTimers()
})

test('a recovery code takes the factor off and leads back to signing in', async () => {
  const bodies = answer(`${MFA}/recover`, () => new HttpResponse(null))
  const { navigation } = await passwordWith({
    userEmail: 'ada@acme.test',
    mfaDevices: { ...NONE, authenticators: [{ id: 'a' }] },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lost your device?' }))
  await waitFor(() => expect(screen.getByLabelText('Recovery code')).toHaveFocus())
  act(() => navigation.back())
  await userEvent.click(await screen.findByRole('button', { name: 'Lost your device?' }))
  await userEvent.type(await screen.findByLabelText('Recovery code'), ' rec-1 {Enter}')
  expect(await screen.findByText(/MFA is turned off/)).toBeVisible()
  expect(bodies).toEqual([{ email: 'ada@acme.test', recoveryCode: 'rec-1' }])
})

test('required MFA is set up, and sign-in waits for the recovery code to be saved', async () => {
  const bodies = answer(`${MFA}/authenticator/enroll/verify`, () => welcome({ recoveryCode: 'keep-me' }))
  const { browser } = await passwordWith({ mfaEnrolled: false, qrCode: 'data:image/png;base64,AAAA' })
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456')
  expect(await screen.findByText('keep-me')).toBeVisible()
  const isKeptOpen = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isKeptOpen()).toBe(true)
  expect(browser.visited).toEqual([])
  expect(bodies).toEqual([{ mfaToken: 'mfa', token: '123456', rememberDevice: false }])
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(isKeptOpen()).toBe(false)
})
