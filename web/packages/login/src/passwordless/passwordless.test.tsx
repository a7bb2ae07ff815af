import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, reloadedLogin, vendor } from '../testing'

const WAYS = '*/identity/resources/auth/v1/passwordless'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())
const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300 })

function answer(path: string, response: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(`${WAYS}/${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return response()
    }),
  )
  return bodies
}

async function beginWith(authStrategy: string, address = '/account/login') {
  server.use(http.post('*/user/sso/prelogin', () => refusal(404, 'x', 'SSO domain was not found')))
  server.use(...vendor({ authStrategy }))
  const opened = openLogin(address)
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test{Enter}')
  return opened
}

test('a code comes by mail, and the last digit signs in', async () => {
  const asked = answer('code/prelogin', () => HttpResponse.json({}))
  const bodies = answer('code/postlogin', welcome)
  const { browser } = await beginWith('Code')
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(asked).toEqual([{ email: 'ada@acme.test' }])
  expect(bodies).toEqual([{ token: '123456' }])
})

test('a wrong code is said at the code; a reload asks for the code again, and sends none', async () => {
  const asked = answer('code/prelogin', () => HttpResponse.json({}))
  answer('code/postlogin', () => refusal(401, 'ER-01011', 'Wrong code'))
  const opened = await beginWith('Code')
  const code = await screen.findByLabelText('Six-digit code')
  await userEvent.type(code, '000000')
  await waitFor(() => expect(code).toHaveAccessibleDescription('Wrong code'))
  reloadedLogin(opened)
  expect(await screen.findByLabelText('Six-digit code')).toHaveValue('')
  expect(asked).toHaveLength(1)
})

test('a text message says where it went', async () => {
  answer('smscode/prelogin', () => HttpResponse.json({ phoneNumber: '+1*******99' }))
  const bodies = answer('smscode/postlogin', welcome)
  const { browser } = await beginWith('SmsCode')
  expect(await screen.findByText('We sent a code to +1*******99.')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(browser.visited).toHaveLength(1))
  expect(bodies).toEqual([{ token: '123456' }])
})

test('a link is sent, with the invitation that brought the person', async () => {
  server.use(http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ tenantId: 't', name: 'Acme' })))
  const asked = answer('magiclink/prelogin', () => HttpResponse.json({}))
  await beginWith('MagicLink', '/account/login?invitationToken=inv')
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible()
  expect(asked).toEqual([{ email: 'ada@acme.test', invitationToken: 'inv' }])
})

test('the link signs in after a click, not before', async () => {
  const bodies = answer('magiclink/postlogin', welcome)
  const { browser } = openLogin('/account/login/magic-link?token=abc')
  const button = await screen.findByRole('button', { name: 'Sign in' })
  expect(bodies).toEqual([])
  await userEvent.click(button)
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(bodies).toEqual([{ token: 'abc' }])
})

test('a second factor may follow the link', async () => {
  answer('magiclink/postlogin', () =>
    HttpResponse.json({
      mfaRequired: true,
      mfaToken: 'mfa',
      mfaEnrolled: true,
      mfaDevices: { webauthn: [], phones: [], authenticators: [{ id: 'a' }], emails: [] },
    }),
  )
  server.use(
    http.get('*/mfa-policy/allow-remember-device', () =>
      HttpResponse.json({ isAllowedToRemember: false, mfaDeviceExpiration: 0 }),
    ),
  )
  openLogin('/account/login/magic-link?token=abc')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter the code from your authenticator app.')).toBeVisible()
})

test.each([
  ['ER-01014', 'This link no longer works'],
  ['ER-01016', 'Open the link in the same browser'],
])('a link that is refused with %s says why', async (code, title) => {
  answer('magiclink/postlogin', () => refusal(401, code, 'no'))
  openLogin('/account/login/magic-link?token=abc')
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
})

test('without local sign-in, an address of no connected company is told so', async () => {
  await beginWith('NoLocalAuthentication')
  expect(await screen.findByRole('heading', { name: 'Sign in with single sign-on' })).toBeVisible()
  expect(screen.queryByLabelText('Password')).not.toBeInTheDocument()
})
