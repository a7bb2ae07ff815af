import { foreignServer, notSignedIn, signedIn } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

const server = foreignServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())

type Case = readonly [name: string, page: string, call: string, act: () => Promise<void>]
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function password(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

const CASES: readonly Case[] = [
  ['a password', '/account/login', 'v1/user', password],
  ['a mailed link', '/account/login/magic-link?token=t', 'v1/passwordless/magiclink/postlogin', () => press('Sign in')],
  ['support', '/account/impersonate?impersonatedUserId=u1&actorToken=t', '../impersonation/v1', () => press('Start')],
  ['a company', '/account/oidc/callback?code=c&state=s', 'v2/user/oidc/postlogin', () => Promise.resolve()],
]

test.each(CASES)('a page instead of the answer to %s does not sign in, and an error is shown', async (...one) => {
  const [, page, call, act] = one
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true })
  server.use(
    http.post(`*${new URL(call, 'http://x/identity/resources/auth/').pathname}`, () =>
      HttpResponse.html('<h1>Welcome to our wireless network</h1>'),
    ),
  )
  const { browser, navigation } = openLogin(page)
  await act()
  expect(await screen.findByText('Failed to authenticate')).toBeVisible()
  expect(navigation.getPlace().step).not.toBe('success')
  expect(browser.visited).toEqual([])
  vi.useRealTimers()
})
