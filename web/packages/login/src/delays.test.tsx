import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { openLogin, vendor } from './testing'

const AUTH = '*/identity/resources/auth'
const welcome = () => HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })
const server = cannedServer(
  ...signedIn().slice(1),
  ...notSignedIn(),
  ...vendor(),
  http.post(`${AUTH}/v1/user`, welcome),
  http.get('*/users/v1/activate/strategy', () => HttpResponse.json({ shouldSetPassword: false })),
  http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ name: 'Acme', tenantId: 't1' })),
  http.post('*/users/v1/activate', welcome),
  http.post('*/identity/resources/impersonation/v1', welcome),
  http.post(`${AUTH}/v2/user/oidc/postlogin`, () => refusal(401, 'sso.failed', 'No')),
)

type Delays = () => (number | undefined)[]
let delays: Delays
beforeEach(() => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  delays = () => timers.mock.calls.map(([, delay]) => delay)
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function password(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test')
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}')
}

type Case = readonly [name: string, page: string, act: () => Promise<void>, delay: number]
const CASES: readonly Case[] = [
  ['signing in', '/account/login', password, 200],
  ['activating', '/account/activate?userId=u1&token=tok', () => press('Activate account'), 1000],
  ['impersonation', '/account/impersonate?impersonatedUserId=u1&actorToken=tok', () => press('Start'), 1000],
  ['the refusal of a company', '/account/oidc/callback?code=c0de&state=st4te', () => Promise.resolve(), 1000],
]

test.each(CASES)('after %s the browser goes on', async (_, page, act, delay) => {
  const { browser } = openLogin(page)
  await act()
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']), { timeout: 3000 })
  expect(delays()).toContain(delay)
})

test('to a company it goes after two seconds', async () => {
  server.use(...vendor({ ssoActive: true }))
  server.use(
    http.post(`${AUTH}/v2/user/sso/prelogin`, () =>
      HttpResponse.json({ address: 'https://idp.test/start', idpType: 'saml', addressType: 'sso' }),
    ),
  )
  openLogin('/account/login')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test{Enter}')
  await screen.findByRole('button', { name: 'Continue now' })
  expect(delays()).toContain(2000)
})
