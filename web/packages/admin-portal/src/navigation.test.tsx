import type { AdminBox, SessionState } from '@gatehouse/sdk'
import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, test, vi } from 'vitest'
import { visibleSections } from './frame/visible-sections'
import { SECTIONS } from './sections'
import { readOnly, renderPortal } from './testing'

const server = cannedServer(...boot())

async function entries(): Promise<(string | null)[]> {
  const navigation = await screen.findByRole('navigation', { name: 'Portal' })
  return within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent)
}

/** Each entry as the vendor finds it: its name in the metadata, whether it is shown, and what opens it. */
const HIDDEN = [
  ['webhooks', 'Webhooks', 'fe.connectivity.read.webhooks'],
  ['connectivity', 'Connectivity', 'fe.connectivity.read.emailConfig'],
  ['roles', 'Roles', 'fe.secure.read.roles'],
  ['personalApiTokens', 'Personal tokens', 'fe.secure.read.userApiTokens'],
  ['apiTokens', 'API tokens', 'fe.secure.read.tenantApiTokens'],
  ['sso', 'Single sign-on', 'fe.secure.read.samlConfiguration'],
  ['provisioning', 'Provisioning', 'fe.secure.read.provisioningConfiguration'],
  ['subscriptions', 'Subscription', 'fe.subscriptions.read.billing'],
  ['groups', 'Groups', 'fe.secure.read.groups'],
] as const

const SHOWN = [
  ['users', 'Users', 'fe.secure.read.users'],
  ['account', 'Account', 'fe.secure.read.accountSettings'],
  ['security', 'Security', 'fe.secure.read.securityPolicy'],
  ['securityCenter', 'Security center', 'fe.secure.read.securityPolicy'],
  ['audits', 'Audit log', 'fe.secure.read.audits'],
  ['allAccounts', 'All accounts', 'fe.account-hierarchy.read.subAccount'],
] as const

interface Said {
  readonly permissions?: readonly string[]
  readonly navigation?: AdminBox['navigation']
  readonly flags?: Readonly<Record<string, string>>
}

/** Labels of the pages that a user sees, by the settings of the vendor and the user’s permissions. */
function shown({ permissions = [], navigation = {}, flags = {} }: Said): string[] {
  const user = { permissions: permissions.map((key) => ({ key })), roles: [] }
  const state = { user, flags, metadata: { navigation }, activeTenant: null }
  return visibleSections(SECTIONS, state as unknown as SessionState).map(({ label }) => label())
}

test.each(HIDDEN)('%s is hidden until the vendor shows it', (_, label, permission) => {
  expect(shown({ permissions: [permission] })).not.toContain(label)
})

test.each(HIDDEN)('%s, shown, is for whoever may open it', (key, label, permission) => {
  const navigation = { [key]: { visibility: 'always' } }
  expect(shown({ navigation, permissions: [permission] })).toContain(label)
})

test.each(HIDDEN)('%s, shown, is not for whoever may not', (key, label) => {
  const navigation = { [key]: { visibility: 'always' } }
  expect(shown({ navigation, permissions: ['fe.something.else'] })).not.toContain(label)
})

test.each(SHOWN)('%s is there for whoever may open it', (_, label, permission) => {
  expect(shown({ permissions: [permission] })).toContain(label)
})

test.each(SHOWN)('%s is not there for whoever may not', (_, label) => {
  expect(shown({})).not.toContain(label)
})

test.each(SHOWN)('%s is not there where the vendor hides it', (key, label, permission) => {
  const navigation = { [key]: { visibility: 'hidden' } }
  expect(shown({ navigation, permissions: [permission] })).not.toContain(label)
})

const USAGE = { navigation: { usage: { visibility: 'always' } }, permissions: ['fe.usage.read'] }

test('usage needs its flag beside its permission', () => {
  expect(shown(USAGE)).not.toContain('Usage')
  expect(shown({ ...USAGE, flags: { 'fe-usage-page': 'off' } })).not.toContain('Usage')
})

test('usage is there with its flag and its permission', () => {
  const flags = { 'fe-usage-page': 'on' }
  expect(shown({ ...USAGE, flags })).toContain('Usage')
  expect(shown({ ...USAGE, flags, permissions: [] })).not.toContain('Usage')
})

test('every user has the profile and privacy pages', () => {
  expect(shown({})).toEqual(['Profile', 'Privacy and sign-in'])
})

test('without flags and metadata the portal opens on its defaults', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  server.use(
    http.get('*/flags', () => refusal(500, 'server.fault', 'Broken')),
    http.get('*/metadata', () => refusal(500, 'server.fault', 'Broken')),
  )
  renderPortal('/profile', { server, person: readOnly('fe.secure.read.users', 'fe.secure.read.roles') })
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' }, { timeout: 4000 })).toBeVisible()
  expect(await entries()).toEqual(['Profile', 'Privacy and sign-in', 'Users'])
  expect(warn).toHaveBeenCalled()
})
