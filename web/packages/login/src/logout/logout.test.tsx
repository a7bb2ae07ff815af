import { goToLogout, hasLogoutIntent } from '@gatehouse/sdk'
import { cannedServer, fakeBrowser, makeToken, notSignedIn, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

const LOGOUT = '*/identity/resources/auth/v1/logout'
let ended = 0
const server = cannedServer(
  ...signedIn(),
  ...vendor(),
  http.post(LOGOUT, () => {
    ended += 1
    return new HttpResponse(null)
  }),
)
beforeEach(() => {
  ended = 0
})
afterEach(() => {
  vi.useRealTimers()
})

/** Opened by a sign-out button of Gatehouse. */
function openMeant(path: string) {
  const { tabStorage } = fakeBrowser().tab()
  if (!tabStorage) throw new Error('a tab without storage')
  goToLogout({ tabStorage, navigate: () => undefined }, path)
  return { ...openLogin(path, {}, { tabStorage }), tabStorage }
}
const button = (name: string) => screen.findByRole('button', { name })

test('a button of ours ends the session at once, then the login page stands there', async () => {
  const { session, tabStorage } = openMeant('/account/logout')
  expect(await button('Sign in')).toBeVisible()
  expect(session.getSnapshot().status).toBe('anonymous')
  expect(ended).toBe(1)
  expect(hasLogoutIntent({ tabStorage })).toBe(false)
})

test('a link from anywhere asks first, and the session lives until the button is pressed', async () => {
  const { session } = openLogin('/account/logout')
  expect(await screen.findByRole('heading', { name: 'Sign out of Northwind?' })).toBeVisible()
  expect(screen.getByText('ada@acme.test')).toBeVisible()
  await waitFor(async () => expect(await button('Sign out')).toHaveFocus())
  expect(session.getSnapshot().status).toBe('authenticated')
  expect(ended).toBe(0)
  await userEvent.click(await button('Sign out'))
  expect(await button('Sign in')).toBeVisible()
  expect(session.getSnapshot().status).toBe('anonymous')
  expect(ended).toBe(1)
})

test('staying signed in leads home', async () => {
  const { browser, session } = openLogin('/account/logout?redirectUrl=%2Fgoodbye')
  await userEvent.click(await button('Stay signed in'))
  expect(browser.visited).toEqual(['/'])
  expect(session.getSnapshot().status).toBe('authenticated')
  expect(ended).toBe(0)
})

test('a button that was pressed long ago does not speak for a link of now', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { tabStorage } = fakeBrowser().tab()
  if (!tabStorage) throw new Error('a tab without storage')
  goToLogout({ tabStorage, navigate: () => undefined }, '/account/logout')
  vi.setSystemTime(Date.now() + 60_000)
  openLogin('/account/logout', {}, { tabStorage })
  expect(await button('Stay signed in')).toBeVisible()
  expect(ended).toBe(0)
})

test('a signed-out user is not asked', async () => {
  server.use(...notSignedIn())
  openLogin('/account/logout')
  expect(await button('Sign in')).toBeVisible()
})

test('a place on this site may follow, a foreign one may not', async () => {
  const here = openMeant('/account/logout?redirectUrl=%2Fgoodbye')
  await waitFor(() => expect(here.browser.visited).toEqual(['http://gatehouse.test/goodbye']))

  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const there = openMeant('/account/logout?redirectUrl=https%3A%2F%2Fevil.test')
  expect(await button('Sign in')).toBeVisible()
  expect(there.browser.visited).toEqual([])
})

test('a place on an origin that the product allows may follow, too', async () => {
  const { tabStorage } = fakeBrowser().tab()
  if (!tabStorage) throw new Error('a tab without storage')
  goToLogout({ tabStorage, navigate: () => undefined }, '/account/logout')
  const redirects = { authenticatedUrl: '/', allowedOrigins: ['https://shop.test'] }
  const { browser } = openLogin(
    '/account/logout?redirectUrl=https%3A%2F%2Fshop.test%2Fbye',
    { redirects },
    { tabStorage },
  )
  await waitFor(() => expect(browser.visited).toEqual(['https://shop.test/bye']))
})

test('the session is gone although the server could not be told', async () => {
  server.use(http.post(LOGOUT, () => HttpResponse.error()))
  const { session } = openMeant('/account/logout')
  expect(await button('Sign in')).toBeVisible()
  expect(session.getSnapshot().status).toBe('anonymous')
})

test('single logout leads to the company’s provider and back, signed out', async () => {
  const way = 'https://gatehouse.test/oauth/logout/provider?state=s'
  server.use(
    http.post('*/identity/resources/auth/v1/user/token/refresh', () =>
      HttpResponse.json({ accessToken: makeToken({ amr: ['sso'] }), expiresIn: 300 }),
    ),
    http.post(LOGOUT, () => HttpResponse.json({ redirectUrl: way }, { status: 201 })),
  )
  const { browser } = openMeant('/account/logout?redirectUrl=%2Fgoodbye')
  await waitFor(() => expect(browser.visited).toEqual([way]))
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull()

  server.use(...notSignedIn())
  const back = openLogin('/account/logout?redirectUrl=%2Fgoodbye')
  await waitFor(() => expect(back.browser.visited).toEqual(['http://gatehouse.test/goodbye']))
})
