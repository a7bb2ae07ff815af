import { hasLogoutIntent } from '@gatehouse/sdk'
import { boot, cannedServer, notSignedIn } from '@gatehouse/sdk/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, onTestFinished, test, vi } from 'vitest'
import { portal, renderPortal } from '../testing'
import { listedPages } from './pages'

const server = cannedServer(...portal())

// As the server writes it into the page.
const brand = document.createElement('script')
brand.type = 'application/json'
brand.id = 'gatehouse-brand'
brand.textContent = JSON.stringify({ name: 'Northwind' })
document.head.append(brand)

test('before sign-in there is only the loading indicator', async () => {
  server.use(...boot(), ...notSignedIn())
  const { browser } = renderPortal('/billing')
  expect(screen.getByRole('status')).toHaveTextContent('Loading')
  await waitFor(() => expect(browser.visited).toEqual(['/account/login']))
  expect(screen.queryByRole('main')).not.toBeInTheDocument()
  expect(screen.getByRole('status')).toBeInTheDocument()
})

test.each([
  ['/', '/general'],
  ['/no/such/page', '/general'],
  ['/billing/edit/%E0%A4%A', '/general'],
  ['/billing/edit', '/billing'],
  ['/billing/checkout', '/billing'],
  ['/billing/update-payment', '/billing'],
])('%s leads to %s', async (from, to) => {
  const { history } = renderPortal(from)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(history.location.pathname).toBe(to))
})

test('the navigation lists the titled pages and marks where one is', async () => {
  renderPortal('/billing')
  const navigation = await screen.findByRole('navigation')
  const links = within(navigation).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['General', 'Billing', 'Contact'])
  expect(links.filter((link) => link.getAttribute('aria-current') === 'page')).toEqual([links[1]])
  expect(navigation.parentElement).toHaveTextContent('Northwind')
})

test('preview pages are listed only for people whose preview flag is on', () => {
  const pages = [...listedPages(true)].map((page, index) => ({ ...page, preview: index === 1 }))
  expect(listedPages(false, pages).map((page) => page.path)).toEqual(['/general', '/contact'])
  expect(listedPages(true, pages)).toHaveLength(3)
})

test('on small screens the navigation is a sheet that hides the links of the header, and Escape closes it', async () => {
  const { matchMedia } = window
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query === '(max-width: 1024px)' }))
  renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: 'Open navigation' }))
  expect(screen.queryByRole('link', { name: 'Docs' })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('button', { name: 'Open navigation' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Docs' })).toBeVisible()
})

test('the account menu leads to the admin portal and out, where it does not ask again', async () => {
  const { browser, session } = renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: /Account of Ada Lovelace/ }))
  expect(await screen.findByRole('menuitem', { name: 'My Account' })).toHaveAttribute('href', '/oauth/portal')
  await userEvent.click(screen.getByRole('menuitem', { name: 'Logout' }))
  expect(browser.visited).toEqual(['/account/logout'])
  expect(hasLogoutIntent(session.environment)).toBe(true)
})

test('the community menu opens new tabs', async () => {
  renderPortal('/general')
  await userEvent.click(await screen.findByRole('button', { name: 'Community' }))
  for (const [name, href] of [
    ['Slack', '/slack'],
    ['GitHub', '/github'],
  ] as const) {
    const item = await screen.findByRole('menuitem', { name })
    expect(item).toHaveAttribute('href', href)
    expect(item).toHaveAttribute('target', '_blank')
  }
})

test('a call that fails leaves the rest of the portal, and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const refuse = http.get('*/api/v1/licenses', () => new HttpResponse('No', { status: 400 }), { once: true })
  server.use(refuse)
  renderPortal('/billing')
  expect(await screen.findByRole('alert')).toHaveTextContent('This could not be loaded')
  expect(screen.getByRole('navigation')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('article')).toBeVisible()
})

test.each([
  ['before any page', http.get('*/api/v1/organization', () => new HttpResponse('broken', { status: 500 }))],
  ['in a page', http.get('*/api/v1/licenses', () => new HttpResponse('[null]'))],
])('an uncaught error %s shows the fatal screen with a way to report it', async (_, broken) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(broken)
  await act(async () => renderPortal('/general'))
  expect(await screen.findByText('Oops, something went wrong...')).toBeVisible()
  expect(screen.getByText('Try refreshing the page.')).toBeVisible()
  const report = 'If you see this again, you can report it to us on a community chat link.'
  expect(screen.getByRole('alert')).toHaveTextContent(report)
  expect(screen.getByRole('link')).toHaveAttribute('href', '/slack')
  // Color alone does not tell a link in a sentence.
  expect(screen.getByRole('link')).toHaveAttribute('data-underline', 'always')
  expect(console.error).toHaveBeenCalled()
})
