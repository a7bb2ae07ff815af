import { boot, cannedServer, makeToken, notSignedIn, recorded, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { onlyPassword, readOnly, renderPortal, usersPage, vendor } from '../testing'

const server = cannedServer(...boot())

const entries = async () => {
  const navigation = await screen.findByRole('navigation', { name: 'Portal' })
  return within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

test('a user without permissions sees their own pages', async () => {
  renderPortal('/', { server, person: readOnly() })
  expect(await entries()).toEqual(['Profile', 'Privacy and sign-in'])
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('a wildcard permission opens its sections', async () => {
  renderPortal('/profile', { server, person: readOnly('fe.secure.read.*') })
  expect(await entries()).toEqual([
    'Profile',
    'Privacy and sign-in',
    'Account',
    'Users',
    'Security center',
    'Security',
    'Audit log',
  ])
})

test('the vendor hides, shows, and asks for permissions and flags', async () => {
  const navigation = {
    account: { visibility: 'hidden' },
    roles: { visibility: 'byPermissions', permissions: ['acme.roles'] },
    privacy: { visibility: 'always', featureFlag: 'privacy-page' },
  }
  server.use(...boot({ navigation }))
  renderPortal('/profile', { server, person: readOnly('fe.secure.read.*', 'acme.roles') })
  expect(await entries()).toEqual(['Profile', 'Users', 'Roles', 'Security center', 'Security', 'Audit log'])
})

test('byPermissions without a list asks for the section’s own permission', async () => {
  server.use(...boot({ navigation: { roles: { visibility: 'byPermissions' } } }))
  renderPortal('/profile', { server, person: readOnly('fe.secure.read.roles') })
  expect(await entries()).toEqual(['Profile', 'Privacy and sign-in', 'Roles'])
})

test('a flag that is on shows what it guards', async () => {
  server.use(
    http.get('*/flags', () => HttpResponse.json({ 'privacy-page': 'on' })),
    ...boot({ navigation: { privacy: { visibility: 'always', featureFlag: 'privacy-page' } } }).slice(1),
  )
  renderPortal('/privacy', { server, person: readOnly() })
  server.use(
    http.get('*/sessions/v1/me', () => HttpResponse.json([])),
    ...onlyPassword(),
  )
  expect(await entries()).toContain('Privacy and sign-in')
})

test.each(['/nowhere', '/users', '/profile/deeper/still'])('%s leads to the first section', async (path) => {
  const { place } = renderPortal(path, { server, person: readOnly() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(place()).toBe('/profile')
})

test('who is not signed in goes to the login page, and comes back to where they wanted to be', async () => {
  const { browser } = renderPortal('/users?page=2', { server })
  browser.visited.length = 0
  server.use(...notSignedIn())
  await waitFor(() => expect(browser.visited).toContain('/account/login'))
  expect(browser.storage.getItem('FRONTEGG_AFTER_AUTH_REDIRECT_URL')).toBe(
    'http://gatehouse.test/oauth/portal/users?page=2',
  )
})

test('a color that is not accepted is left out, and the portal works', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(...boot({ theme: { palette: { primary: 'rebeccapurple' } } }))
  renderPortal('/profile', { server, person: readOnly() })
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ name: 'UnsupportedColorError' }))
})

test('the vendor is named, its words replace ours', async () => {
  server.use(...boot({ localizations: { en: { adminPortal: { profile: { purpose: 'Who you are to us.' } } } } }))
  renderPortal('/profile', { server, person: readOnly() })
  expect(await screen.findByText('Who you are to us.')).toBeVisible()
  expect(await screen.findAllByText('Acme Cloud')).not.toHaveLength(0)
})

test('another organization is another portal: nothing of the one before stays', async () => {
  let tenantId = 't1'
  const tenants = [recorded.tenant('t1', 'Acme'), recorded.tenant('t2', 'Globex')]
  renderPortal('/users', { server })
  server.use(
    http.post('*/token/refresh', () => HttpResponse.json({ accessToken: makeToken({ tenantId }) })),
    http.get('*/users/v2/me', () =>
      HttpResponse.json({
        ...recorded.ME,
        name: 'Ada',
        tenantId,
        permissions: [{ ...recorded.PERMISSION, key: 'fe.*' }],
      }),
    ),
    http.get('*/users/v3/me/tenants', () =>
      HttpResponse.json({ tenants, activeTenant: tenants.find((tenant) => tenant.tenantId === tenantId) }),
    ),
    http.put('*/users/v1/tenant', () => {
      tenantId = 't2'
      return new HttpResponse(null)
    }),
    http.get('*/identity/resources/users/v2', () => usersPage([])),
    vendor(),
  )
  expect(await screen.findByText(/Manage the members of Acme/)).toBeVisible()
  const [menu] = await screen.findAllByRole('button', { name: /Account of Ada/ })
  await userEvent.click(menu as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: /Globex/ }))
  expect(await screen.findByText(/Manage the members of Globex/)).toBeVisible()
})

test('a tenant that refuses to be switched to says why', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  const tenants = [recorded.tenant('t1', 'Acme'), recorded.tenant('t2', 'Globex')]
  server.use(
    http.get('*/users/v3/me/tenants', () => HttpResponse.json({ tenants, activeTenant: tenants[0] })),
    http.put('*/users/v1/tenant', () => refusal(404, 'tenants.not_found', 'Tenant not found')),
  )
  const [menu] = await screen.findAllByRole('button', { name: /Account of/ })
  await userEvent.click(menu as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: /Globex/ }))
  expect(
    await screen.findByText('Could not switch organizations. You are still in Acme: Tenant not found'),
  ).toBeVisible()
})

test('logging out ends the session', async () => {
  const ended = vi.fn()
  renderPortal('/profile', { server, person: readOnly() })
  server.use(
    http.post('*/auth/v1/logout', () => {
      ended()
      return new HttpResponse(null)
    }),
  )
  const [menu] = await screen.findAllByRole('button', { name: /Account of/ })
  await userEvent.click(menu as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
  await waitFor(() => expect(ended).toHaveBeenCalled())
})

test('skipping the navigation moves focus to the content', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  await userEvent.click(await screen.findByRole('button', { name: 'Skip to content' }))
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

test('light and dark are chosen in the menu, and kept', async () => {
  renderPortal('/profile', { server, person: readOnly() })
  const [menu] = await screen.findAllByRole('button', { name: /Account of/ })
  await userEvent.click(menu as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
  expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  expect(localStorage.getItem('gatehouse-color-scheme')).toBe('dark')
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'System' }))
})
