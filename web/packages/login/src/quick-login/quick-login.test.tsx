import { cannedServer, fakeBrowser, makeToken, notSignedIn, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const SMS = '*/identity/resources/auth/v1/passwordless/smscode'
const NUMBERS = '*/identity/resources/users/phone-numbers/v1'
const AT = '2026-01-01T00:00:00Z'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor({ quickSms: true }))
const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })
const button = (name: string) => screen.findByRole('button', { name })

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

const numbers = (...found: [number: string, verified: boolean][]) => {
  const items = found.map(([phoneNumber, verified], index) => ({
    id: `n${index}`,
    userId: 'u1',
    phoneNumber,
    verified,
    createdAt: AT,
    updatedAt: AT,
  }))
  const _metadata = { totalItems: items.length, totalPages: 1 }
  server.use(http.get(NUMBERS, () => HttpResponse.json({ items, _metadata })))
}

function browserWith(items: Record<string, string>) {
  const { storage } = fakeBrowser()
  for (const [key, value] of Object.entries(items)) storage.setItem(key, value)
  return storage
}

async function setUp() {
  const storage = browserWith({})
  answer('*/auth/v1/user', welcome)
  const opened = openLogin('/account/login', {}, { storage })
  await userEvent.click(await button('Set up sign-in by text message'))
  expect(screen.getByText(/Sign in as usual/)).toBeVisible()
  expect(storage.getItem('register-quick-login')).toBe('smscode')
  await userEvent.type(screen.getByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
  return { ...opened, storage }
}

const remembered = { 'preferred-login-method': 'smscode', userId: 'u1' }

test('a remembered user gets a code by one click and signs in with it', async () => {
  const asked = answer(`${SMS}/prelogin`, () => HttpResponse.json({}, { status: 201 }))
  const shown = answer(`${SMS}/postlogin`, welcome)
  const { browser, navigation } = openLogin('/account/login', {}, { storage: browserWith(remembered) })
  await userEvent.click(await button('Text me a code'))
  expect(await screen.findByText('We sent a code to your phone.')).toBeVisible()
  expect(navigation.getPlace().step).toBe('loginWithQuickSmsOtc')
  await userEvent.type(screen.getByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(asked).toEqual([{ userId: 'u1' }])
  expect(shown).toEqual([{ token: '123456' }])
})

test('choosing another account forgets the user', async () => {
  const storage = browserWith(remembered)
  openLogin('/account/login', {}, { storage })
  await userEvent.click(await button('Use another account'))
  expect(await button('Set up sign-in by text message')).toBeVisible()
  expect(storage.getItem('userId')).toBeNull()
})

test('enrolling requires one more sign-in and uses the existing number', async () => {
  numbers(['+31600000002', false], ['+31600000001', true])
  const { browser, storage } = await setUp()
  expect(await screen.findByText('We send your codes to +31600000001.')).toBeVisible()
  await userEvent.click(await button('Use this number'))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(storage.getItem('preferred-login-method')).toBe('smscode')
  expect(storage.getItem('userId')).toBe('u1')
  expect(storage.getItem('register-quick-login')).toBeNull()
})

test('a user without a number verifies one', async () => {
  numbers()
  const sent = answer(`${NUMBERS}/preverify`, () => HttpResponse.json({ otcToken: 'o' }))
  const proved = answer(`${NUMBERS}/verify`, () => new HttpResponse(null))
  const { browser, storage } = await setUp()
  await userEvent.type(await screen.findByLabelText('Phone number'), '+31 6 00000001{Enter}')
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456')
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(sent).toEqual([{ phoneNumber: '+31 6 00000001' }])
  expect(proved).toEqual([{ otcToken: 'o', code: '123456' }])
  expect(storage.getItem('preferred-login-method')).toBe('smscode')
})

test('a user who declines is signed in nevertheless', async () => {
  numbers()
  const { browser, storage } = await setUp()
  await userEvent.click(await button('Not now'))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
  expect(storage.getItem('preferred-login-method')).toBeNull()
  expect(storage.getItem('register-quick-login')).toBeNull()
})

test('where the vendor does not offer it there is nothing of it', async () => {
  server.use(...vendor())
  openLogin('/account/login', {}, { storage: browserWith(remembered) })
  expect(await screen.findByLabelText('Password')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Text me a code' })).not.toBeInTheDocument()
})

test('in German', async () => {
  openLogin('/account/login', { language: 'de' }, { storage: browserWith(remembered) })
  expect(await button('Code per SMS senden')).toBeVisible()
})
