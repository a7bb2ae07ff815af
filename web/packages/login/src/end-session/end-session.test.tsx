import { cannedServer, notSignedIn, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/end-session?token=tok'
const END = '*/identity/resources/users/sessions/v1/end-by-link'
const server = cannedServer(...notSignedIn(), ...vendor())
const end = async () => userEvent.click(await screen.findByRole('button', { name: 'End session' }))

test('the session ends by a click, not by opening the page', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(END, async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  openLogin(PAGE)
  await waitFor(() => expect(screen.getByRole('button', { name: 'End session' })).toHaveFocus())
  expect(bodies).toEqual([])
  await end()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Session ended' })).toHaveFocus())
  expect(bodies).toEqual([{ token: 'tok' }])
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute(
    'href',
    '/account/forget-password',
  )
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/account/login')
})

test('a link that is over says so', async () => {
  server.use(http.post(END, () => refusal(404, 'session.link_over', 'This link is no longer valid')))
  openLogin(PAGE)
  await end()
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a link without its token is over from the start', async () => {
  openLogin('/account/end-session')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('a server in trouble can be asked again', async () => {
  let status = 503
  server.use(http.post(END, () => (status === 503 ? refusal(503, 'server.busy', 'Busy') : new HttpResponse(null))))
  openLogin(PAGE)
  await end()
  expect(await screen.findByRole('button', { name: 'End session' })).toBeVisible()
  status = 200
  await end()
  expect(await screen.findByRole('heading', { name: 'Session ended' })).toBeVisible()
})

test('in German', async () => {
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByRole('button', { name: 'Sitzung beenden' })).toBeVisible()
})
