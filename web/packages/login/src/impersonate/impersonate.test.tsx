import { cannedServer, makeToken, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/impersonate?impersonatedUserId=u1&actorToken=tok'
const BEGIN = '*/identity/resources/impersonation/v1'
const server = cannedServer(...signedIn().slice(1), ...notSignedIn(), ...vendor())
const begin = async () => userEvent.click(await screen.findByRole('button', { name: 'Start' }))

test('it takes a click, and leads into the product as that person', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(BEGIN, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ accessToken: makeToken(), expiresIn: 300, mfaRequired: false })
    }),
  )
  const { browser } = openLogin(PAGE)
  expect(await screen.findByText(/logged under your name/)).toBeVisible()
  expect(bodies).toEqual([])
  await begin()
  expect(await screen.findByRole('heading', { name: 'Impersonation started' })).toBeVisible()
  expect(bodies).toEqual([{ impersonatedUserId: 'u1', actorToken: 'tok' }])
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']), { timeout: 2000 })
})

test('a request that is over says so, as does a link that lost its end', async () => {
  server.use(http.post(BEGIN, () => refusal(401, 'impersonation.over', 'This request is closed')))
  openLogin(PAGE)
  await begin()
  expect(await screen.findByRole('heading', { name: 'This request has expired' })).toBeVisible()
})

test('what else is refused is said, and may be tried again', async () => {
  server.use(http.post(BEGIN, () => refusal(403, 'access.step_up_needed', 'Show yours first.')))
  openLogin(PAGE)
  await begin()
  expect(await screen.findByText('Show yours first.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Start' })).toBeEnabled()
})
