import { cannedServer, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/invitation/accept?userId=u1&token=tok'
const ACCEPT = '*/identity/resources/users/v1/invitation/accept'
const VERIFY = '*/tenants/invites/v1/verify'
const BY_ADA = { name: 'Initech', tenantId: 't2', inviterName: 'Ada Admin', inviterEmail: 'ada@initech.test' }
const server = cannedServer(
  ...notSignedIn(),
  ...vendor(),
  http.post(ACCEPT, () => new HttpResponse(null)),
  http.post(VERIFY, () => HttpResponse.json(BY_ADA)),
)
const accept = async () => userEvent.click(await screen.findByRole('button', { name: 'Accept invitation' }))

test('accepting takes a click, and ends at the login page when signed out', async () => {
  const bodies: unknown[] = []
  server.use(
    http.post(ACCEPT, async ({ request }) => {
      bodies.push(await request.json())
      return new HttpResponse(null)
    }),
  )
  const { navigation } = openLogin(PAGE)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Accept invitation' })).toHaveFocus())
  expect(bodies).toEqual([])
  await accept()
  expect(await screen.findByText('You have joined. Sign in to continue.')).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok' }])
  expect(navigation.getPlace().path).toBe('/account/login')
})

test('one sees who invites and to which company before joining', async () => {
  const asked: unknown[] = []
  server.use(
    http.post(VERIFY, async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(BY_ADA)
    }),
  )
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Join Initech' })).toBeVisible()
  const by = 'Ada Admin (ada@initech.test) invited you to join Initech. You will join with your existing account.'
  expect(screen.getByText(by)).toBeVisible()
  expect(asked).toEqual([{ token: 'tok' }])
})

test('where a backend invited, the company is said alone', async () => {
  server.use(http.post(VERIFY, () => HttpResponse.json({ name: 'Initech', tenantId: 't2' })))
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Join Initech' })).toBeVisible()
  expect(screen.getByText('You will join with your existing account.')).toBeVisible()
})

test('a mailed link that is over says so before anything is pressed', async () => {
  server.use(http.post(VERIFY, () => refusal(404, 'invitations.link_over', 'This invitation is no longer active')))
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer active' })).toBeVisible()
})

test('a signed-in user continues to the product', async () => {
  server.use(...signedIn())
  const { browser } = openLogin(PAGE)
  await accept()
  expect(await screen.findByRole('heading', { name: 'You have joined' })).toBeVisible()
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']), { timeout: 2000 })
})

test('an invitation that is over says so', async () => {
  server.use(http.post(ACCEPT, () => refusal(404, 'invitations.link_over', 'This invitation is no longer active')))
  openLogin(PAGE)
  await accept()
  await waitFor(() =>
    expect(screen.getByRole('heading', { name: 'This invitation is no longer active' })).toHaveFocus(),
  )
})

test('a link that was cut off on its way is called what it is, not explained by the server', async () => {
  server.use(http.post(ACCEPT, () => refusal(400, 'x', 'userId: Input should be a valid UUID')))
  openLogin(PAGE)
  await accept()
  expect(await screen.findByRole('heading', { name: 'This invitation is no longer active' })).toBeVisible()
})

test('an invitation that cannot be checked for now is not called dead', async () => {
  server.use(http.post('*/tenants/invites/v1/verify', () => refusal(503, 'x', 'Away')))
  openLogin(`${PAGE}&invitationToken=inv`)
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible()
})

test('trouble leaves the invitation as it was', async () => {
  server.use(http.post(ACCEPT, () => refusal(500, 'x', 'Trouble')))
  openLogin(PAGE)
  await accept()
  expect(await screen.findByText('Trouble')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Accept invitation' })).toBeEnabled()
})

test('a link that lost its end, or a token that is none, is said in the documented words', async () => {
  openLogin('/account/invitation/accept?userId=u1')
  expect(await screen.findByRole('heading', { name: 'We couldn’t verify your invitation' })).toBeVisible()
})

test('a link without a user leads to signing up for that tenant', async () => {
  server.use(
    http.post('*/tenants/invites/v1/verify', () => HttpResponse.json({ name: 'Initech', tenantId: 't2' })),
    http.get('*/configurations/v1/sign-up/strategies', () => HttpResponse.json([])),
  )
  openLogin('/account/invitation/accept?invitationToken=inv')
  expect(await screen.findByRole('heading', { name: 'Join Initech' })).toBeVisible()
})

test('the page names the invited address and who has joined', async () => {
  server.use(
    ...signedIn(),
    http.post(VERIFY, () => HttpResponse.json({ ...BY_ADA, email: 'v•••@acme.test' })),
  )
  openLogin(PAGE)
  expect(await screen.findByText(/This link is for v•••@acme\.test\./)).toBeVisible()
  await accept()
  expect(await screen.findByText('v•••@acme.test has joined Initech.')).toBeVisible()
})
