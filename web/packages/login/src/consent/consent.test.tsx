import { cannedServer, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const CLIENT = '5f0c7d52-7d0b-4c36-9f7e-6c8a3f0f7a11'
const CONSENTS = '*/identity/resources/oauth/consents/v1/me'
const REQUEST = `client_id=${CLIENT}&state=s`
const BACK = `/oauth/authorize?${REQUEST}`
const PAGE = `/account/consent?redirectUrl=${encodeURIComponent(BACK)}`
const ASKED = {
  clientId: CLIENT,
  name: 'Ledgerly',
  appUrl: '',
  logoUrl: '',
  description: '',
  scopes: ['openid', 'email'],
  returnsTo: { kind: 'site', name: 'ledgerly.test' },
}

let saved: unknown[] = []
let described: unknown[] = []
const server = cannedServer(
  ...signedIn(),
  ...vendor(),
  http.post(`${CONSENTS}/requests`, async ({ request }) => {
    described.push(await request.json())
    return HttpResponse.json(ASKED)
  }),
  http.put(`${CONSENTS}/${CLIENT}`, async ({ request }) => {
    saved.push(await request.json())
    return HttpResponse.json({
      applicationId: '3b1d9d0e-5b52-4a0c-a1a9-4f2f9d1c5c10',
      clientId: CLIENT,
      name: 'Ledgerly',
      appUrl: '',
      logoUrl: '',
      description: '',
      scopes: ['email', 'openid'],
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    })
  }),
)
const returns = (kind: string, name: string) =>
  http.post(`${CONSENTS}/requests`, () => HttpResponse.json({ ...ASKED, returnsTo: { kind, name } }))
const overRequest = http.post(`${CONSENTS}/requests`, async ({ request }) => {
  described.push(await request.json())
  return refusal(400, 'oauth.unknown_request', 'This request is closed')
})
const button = (name: string) => screen.findByRole('button', { name })

test('it says who asks for what, and nothing happens before the button is pressed', async () => {
  saved = []
  described = []
  const { browser } = openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Ledgerly wants to access your profile' })).toBeVisible()
  expect(screen.getByText('ada@acme.test')).toBeVisible()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Your user ID and account ID',
    'Your email address',
  ])
  expect(screen.getByText('ledgerly.test')).toBeVisible()
  expect(described).toEqual([{ request: REQUEST }])
  expect(saved).toEqual([])
  await userEvent.click(await button('Allow'))
  await waitFor(() => expect(browser.visited).toEqual([`http://gatehouse.test${BACK}`]))
  expect(saved).toEqual([{ scopes: ['openid', 'email'], request: REQUEST }])
})

test('declining returns without consent', async () => {
  saved = []
  const { browser } = openLogin(PAGE)
  await userEvent.click(await button('Don’t allow'))
  await waitFor(() => expect(browser.visited).toEqual([`http://gatehouse.test${BACK}&declined=1`]))
  expect(saved).toEqual([])
})

test('what the page is told beside the request is not believed', async () => {
  described = []
  openLogin(`${PAGE}&clientId=1&scope=openid+profile&name=Bank&returnsTo=bank.test&redirect_uri=https://bank.test`)
  expect(await screen.findByRole('heading', { name: 'Ledgerly wants to access your profile' })).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.getByText('ledgerly.test')).toBeVisible()
  expect(screen.queryByText(/bank/i)).toBeNull()
  expect(described).toEqual([{ request: REQUEST }])
})

test.each([['https://evil.test/oauth/authorize?client_id=1'], ['/account/login?client_id=1'], ['/']])(
  '%s is no request, so nothing is asked',
  async (address) => {
    described = []
    server.use(overRequest)
    openLogin(PAGE.replace(encodeURIComponent(BACK), encodeURIComponent(address)))
    expect(await screen.findByText('This request is closed')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
    expect(described).toEqual([{ request: '' }])
  },
)

test.each([
  ['device', 'localhost:3000', /the app running at localhost:3000/],
  ['app', 'com.ledgerly.app', /links starting with com.ledgerly.app:/],
])('it warns where the answer stays on a %s', async (kind, name, words) => {
  server.use(returns(kind, name))
  openLogin(PAGE)
  const warning = await screen.findByText('This information goes to an app on this device')
  expect(warning.closest('[role=status]')).toHaveTextContent(words)
  expect(await button('Allow')).toBeEnabled()
})

test('a signed-out user signs in first', async () => {
  server.use(...notSignedIn())
  openLogin(PAGE)
  expect(await button('Sign in')).toBeVisible()
})

test('a request that is over is no question', async () => {
  server.use(overRequest)
  openLogin(PAGE)
  expect(await screen.findByText('This request is closed')).toBeVisible()
})

test('in German', async () => {
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByRole('heading', { name: 'Ledgerly möchte auf Ihr Profil zugreifen' })).toBeVisible()
  expect(await button('Nicht erlauben')).toBeVisible()
})
