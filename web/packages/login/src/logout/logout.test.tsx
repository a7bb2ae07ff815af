import { cannedServer, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { openLogin, vendor } from '../testing'

let ended = 0
const server = cannedServer(
  ...signedIn(),
  ...vendor(),
  http.post('*/identity/resources/auth/v1/logout', () => {
    ended += 1
    return new HttpResponse(null)
  }),
)

test('the session ends, then the login page stands there', async () => {
  ended = 0
  const { session } = openLogin('/account/logout')
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(session.getSnapshot().status).toBe('anonymous')
  expect(ended).toBeGreaterThan(0)
})

test('a place on this site may follow, a foreign one may not', async () => {
  const here = openLogin('/account/logout?redirectUrl=%2Fgoodbye')
  await waitFor(() => expect(here.browser.visited).toEqual(['http://gatehouse.test/goodbye']))

  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const there = openLogin('/account/logout?redirectUrl=https%3A%2F%2Fevil.test')
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(there.browser.visited).toEqual([])
})

test('the session is gone although the server could not be told', async () => {
  server.use(http.post('*/identity/resources/auth/v1/logout', () => HttpResponse.error()))
  const { session } = openLogin('/account/logout')
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(session.getSnapshot().status).toBe('anonymous')
})
