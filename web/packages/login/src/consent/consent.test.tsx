import { cannedServer, notSignedIn, refusal, signedIn } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const CLIENT = '5f0c7d52-7d0b-4c36-9f7e-6c8a3f0f7a11'
const ASKED = `*/identity/resources/oauth/consents/v1/me/${CLIENT}`
const BACK = `/oauth/authorize?client_id=${CLIENT}&state=s`
const PAGE = `/account/consent?redirectUrl=${encodeURIComponent(BACK)}&clientId=${CLIENT}&scope=openid+email`
const APP = {
  applicationId: '3b1d9d0e-5b52-4a0c-a1a9-4f2f9d1c5c10',
  clientId: CLIENT,
  name: 'Ledgerly',
  appUrl: '',
  logoUrl: '',
  description: '',
  scopes: [],
  createdAt: null,
  updatedAt: null,
}

let saved: unknown[] = []
const server = cannedServer(
  ...signedIn(),
  ...vendor(),
  http.get(ASKED, () => HttpResponse.json(APP)),
  http.put(ASKED, async ({ request }) => {
    saved.push(await request.json())
    return HttpResponse.json({ ...APP, scopes: ['email', 'openid'] })
  }),
)
const button = (name: string) => screen.findByRole('button', { name })

test('it says who asks for what, and nothing happens before the button is pressed', async () => {
  saved = []
  const { browser } = openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Ledgerly wants to know who you are' })).toBeVisible()
  expect(screen.getByText('ada@acme.test')).toBeVisible()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Which person and account you are here',
    'Your email address',
  ])
  expect(saved).toEqual([])
  await userEvent.click(await button('Allow'))
  await waitFor(() => expect(browser.visited).toEqual([`http://gatehouse.test${BACK}`]))
  expect(saved).toEqual([{ scopes: ['openid', 'email'] }])
})

test('whoever does not allow it goes back without', async () => {
  saved = []
  const { browser } = openLogin(PAGE)
  await userEvent.click(await button('Don’t allow'))
  await waitFor(() => expect(browser.visited).toEqual([`http://gatehouse.test${BACK}&declined=1`]))
  expect(saved).toEqual([])
})

test('a foreign address is not gone to', async () => {
  const { browser } = openLogin(PAGE.replace(encodeURIComponent(BACK), encodeURIComponent('https://evil.test/')))
  await userEvent.click(await button('Allow'))
  await waitFor(() => expect(browser.visited).toEqual(['http://gatehouse.test/']))
})

test('whoever is not signed in signs in first', async () => {
  server.use(...notSignedIn())
  openLogin(PAGE)
  expect(await button('Sign in')).toBeVisible()
})

test('an app that is not known is no question', async () => {
  server.use(http.get(ASKED, () => refusal(404, 'oauth.unknown_application', 'No application has this id')))
  openLogin(PAGE)
  expect(await screen.findByText('No application has this id')).toBeVisible()
})

test('in German', async () => {
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByRole('heading', { name: 'Ledgerly möchte wissen, wer Sie sind' })).toBeVisible()
  expect(await button('Nicht erlauben')).toBeVisible()
})
