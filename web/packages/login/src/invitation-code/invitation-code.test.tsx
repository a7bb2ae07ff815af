import { cannedServer, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/invitation/code?userId=u1&token=tok'
const ACCEPT = '*/identity/resources/users/v1/invitation/accept/code'
const VERIFY = '*/identity/resources/tenants/invites/v1/verify'
const ACME = { name: 'Acme', tenantId: '0d7f0c36-6d3e-4a7e-9a52-5a2f5f0a1c11' }
const server = cannedServer(
  ...notSignedIn(),
  ...vendor(),
  http.post(VERIFY, () => HttpResponse.json(ACME)),
)
const type = async (code: string) => userEvent.type(await screen.findByLabelText('Six-digit code'), code)

test('the sixth digit accepts and leads to sign-in when signed out', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(ACCEPT, async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  const { navigation } = openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Join Acme' })).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Six-digit code')).toHaveFocus())
  await type('123456')
  expect(await screen.findByText('You have joined. Sign in to continue.')).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok', code: '123456' }])
  expect(navigation.getPlace().path).toBe('/account/login')
})

test('a signed-in user continues to the product', async () => {
  server.use(
    ...signedIn(),
    http.post(ACCEPT, () => new HttpResponse(null)),
  )
  const { browser } = openLogin(PAGE)
  await type('123456')
  expect(await screen.findByRole('heading', { name: 'You have joined' })).toBeVisible()
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']), { timeout: 2000 })
})

test('a wrong code is said at the field, and another one can be tried', async () => {
  server.use(http.post(ACCEPT, () => refusal(400, 'ER-01011', 'The code is incorrect')))
  openLogin(PAGE)
  await type('000000')
  const field = await screen.findByLabelText('Six-digit code')
  await waitFor(() => expect(field).toBeInvalid())
  expect(field).toHaveFocus()
})

test.each([
  [400, 'ER-01017'],
  [404, 'invitations.link_over'],
])('an invitation that is over says so (%i %s)', async (status, code) => {
  server.use(http.post(ACCEPT, () => refusal(status, code, 'Over')))
  openLogin(PAGE)
  await type('123456')
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer active' })).toBeVisible()
})

test('one that was over before says so without asking for a code', async () => {
  server.use(http.post(VERIFY, () => refusal(404, 'invitations.link_over', 'Over')))
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer active' })).toBeVisible()
})

test('a link that was cut off is called what it is', async () => {
  openLogin('/account/invitation/code?userId=u1')
  expect(await screen.findByRole('heading', { name: 'We couldn’t verify your invitation' })).toBeVisible()
})

test('in German', async () => {
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByText(/Geben Sie den Code aus Ihrer Einladung ein/)).toBeVisible()
})
