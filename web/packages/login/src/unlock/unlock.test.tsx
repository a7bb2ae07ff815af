import { cannedServer, notSignedIn, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/unlock?token=tok'
const UNLOCK = '*/identity/resources/users/v3/me/unlock'
const server = cannedServer(...notSignedIn(), ...vendor())
const unlock = async () => userEvent.click(await screen.findByRole('button', { name: 'Unlock account' }))

test('the lock ends by a click, not by opening the page', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(UNLOCK, async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  openLogin(PAGE)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Unlock account' })).toHaveFocus())
  expect(bodies).toEqual([])
  await unlock()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Your account is unlocked' })).toHaveFocus())
  expect(bodies).toEqual([{ token: 'tok' }])
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/account/login')
})

test('a link that is over says so', async () => {
  server.use(http.post(UNLOCK, () => refusal(404, 'unlock.link_over', 'This link is no longer valid')))
  openLogin(PAGE)
  await unlock()
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a link without its token is over from the start', async () => {
  openLogin('/account/unlock')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a server in trouble can be asked again', async () => {
  let status = 503
  server.use(http.post(UNLOCK, () => (status === 503 ? refusal(503, 'server.busy', 'Busy') : new HttpResponse(null))))
  openLogin(PAGE)
  await unlock()
  expect(await screen.findByRole('button', { name: 'Unlock account' })).toBeVisible()
  status = 200
  await unlock()
  expect(await screen.findByRole('heading', { name: 'Your account is unlocked' })).toBeVisible()
})

test('in German', async () => {
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByRole('button', { name: 'Konto entsperren' })).toBeVisible()
})
