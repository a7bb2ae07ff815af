import type { SessionState } from '@gatehouse/sdk'
import { boot, cannedServer } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { accountTabs } from './account/account.tabs'
import { TABS as securityTabs } from './security/security.tabs'
import { type Tabs, visibleTabs } from './shared/tabs'
import { onlyPassword, renderPortal } from './testing'

const server = cannedServer(...boot())

const EVERYBODY = { permissions: [{ key: 'fe.*' }], roles: [] }
const CONFIGURATIONS = '*/identity/resources/configurations'
const ACCOUNT = { tenantId: 't1', name: 'Acme', timezone: 'Europe/Berlin', hasCustomLogin: false }
const LIMITS = {
  sessionIdleTimeoutConfiguration: { isActive: true, timeout: 3600 },
  sessionTimeoutConfiguration: { isActive: true, timeout: 7_776_000 },
  sessionConcurrentConfiguration: { isActive: true, maxSessions: 10 },
}
const MFA = { enforceMFAType: 'DontForce', allowRememberMyDevice: false, mfaDeviceExpiration: 1_209_600 }

beforeEach(() =>
  server.use(
    http.get('*/tenants/resources/account-settings/v1', () => HttpResponse.json(ACCOUNT)),
    http.get('*/sessions/v1/me', () => HttpResponse.json([])),
    http.get(`${CONFIGURATIONS}/sessions/v1`, () => HttpResponse.json(LIMITS)),
    http.get(`${CONFIGURATIONS}/v1/mfa-policy`, () => HttpResponse.json(MFA)),
    http.get(`${CONFIGURATIONS}/v1/lockout-policy`, () => HttpResponse.json({ enabled: true, maxAttempts: 5 })),
    http.get(`${CONFIGURATIONS}/v1/password-history-policy`, () =>
      HttpResponse.json({ enabled: true, historySize: 5 }),
    ),
    ...onlyPassword(),
  ),
)

type Looks = Readonly<Record<string, 'hidden' | 'viewOnly' | 'edit'>>

const says = (page: string, looks: Looks) => {
  const fieldsProperties = Object.fromEntries(
    Object.entries(looks).map(([field, appearance]) => [field, { appearance }]),
  )
  server.use(...boot({ themeV2: { adminPortal: { pages: { [page]: { fieldsProperties } } } } }))
}

interface Page {
  readonly page: string
  readonly path: string
  /** By the vendor's names for them. */
  readonly fields: Readonly<Record<string, string>>
}

const PAGES: readonly Page[] = [
  {
    page: 'profile',
    path: '/profile',
    fields: { name: 'Name', phoneNumber: 'Phone number', address: 'Address', jobTitle: 'Job title' },
  },
  {
    page: 'account',
    path: '/account/settings',
    fields: {
      companyName: 'Company name',
      address: 'Address',
      website: 'Website',
      timezone: 'Time zone',
      currency: 'Currency',
    },
  },
  {
    page: 'security',
    path: '/security/sessions',
    fields: {
      idleSessionTimeout: 'Idle timeout',
      forceReLogin: 'Maximum session length',
      maximumConcurrentSessions: 'Maximum concurrent sessions',
    },
  },
]

const SELECTOR = { selector: 'input, textarea' }
/** Labels of what may be left out end with that; a length of time has its unit in a second field. */
const fieldsOf = (label: string) => screen.queryAllByLabelText(new RegExp(`^${label}`), SELECTOR)
const fieldOf = async (label: string) => (await screen.findAllByLabelText(new RegExp(`^${label}`), SELECTOR))[0]

/** Every other field, beginning with the first or with the second. */
const ROUNDS = PAGES.flatMap((page) => [0, 1].map((turn) => ({ ...page, turn })))

test.each(ROUNDS)(
  'on the page $page the vendor hides fields one by one ($turn)',
  async ({ page, path, fields, turn }) => {
    const [hidden, kept] = [0, 1].map((part) =>
      Object.entries(fields).filter((_, index) => (index + turn) % 2 === part),
    )
    says(page, Object.fromEntries((hidden ?? []).map(([field]) => [field, 'hidden'])))
    renderPortal(path, { server })
    for (const [, label] of kept ?? []) expect(await fieldOf(label)).not.toHaveAttribute('readonly')
    for (const [, label] of hidden ?? []) expect(fieldsOf(label)).toEqual([])
  },
)

test.each(ROUNDS)(
  'on the page $page the vendor closes fields one by one ($turn)',
  async ({ page, path, fields, turn }) => {
    const looks = Object.fromEntries(
      Object.keys(fields).map((field, index) => [field, (index + turn) % 2 ? 'edit' : 'viewOnly'] as const),
    )
    says(page, looks)
    renderPortal(path, { server })
    for (const [field, label] of Object.entries(fields)) {
      const input = await fieldOf(label)
      if (looks[field] === 'viewOnly') expect(input).toHaveAttribute('readonly')
      else expect(input).not.toHaveAttribute('readonly')
    }
  },
)

const RULES = { mfa: 'Multi-factor authentication (MFA)', userLockout: 'Lockout', passwordHistory: 'Password history' }

test.each(Object.entries(RULES))('of the rules of sign-in the vendor hides %s', async (field, title) => {
  says('security', { [field]: 'hidden' })
  renderPortal('/security/sign-in', { server })
  for (const [key, other] of Object.entries(RULES)) {
    if (key !== field) expect(await screen.findByRole('heading', { name: other })).toBeVisible()
  }
  expect(screen.queryByRole('heading', { name: title })).not.toBeInTheDocument()
})

const OWN = { loginSessions: 'Where you are signed in', mfa: 'MFA methods' }

test.each([
  ['loginSessions', 'mfa'],
  ['mfa', 'loginSessions'],
] as const)('of the own privacy the vendor hides %s', async (hidden, kept) => {
  says('privacy', { [hidden]: 'hidden' })
  renderPortal('/privacy', { server })
  expect(await screen.findByRole('heading', { name: OWN[kept] })).toBeVisible()
  expect(screen.queryByRole('heading', { name: OWN[hidden] })).not.toBeInTheDocument()
})

const TABS = [
  ['account', accountTabs, ['settings', 'customLogin']],
  ['security', securityTabs, ['sessionManagement', 'generalSettings', 'ipRestrictions', 'domainRestrictions']],
] as const

const keysOf = (tabs: Tabs, looks: Looks = {}) => {
  const fieldsProperties = Object.fromEntries(
    Object.entries(looks).map(([field, appearance]) => [field, { appearance }]),
  )
  const state = {
    user: EVERYBODY,
    metadata: { themeV2: { adminPortal: { pages: { [tabs.page]: { fieldsProperties } } } } },
  }
  return visibleTabs(tabs, state as unknown as SessionState).map(({ key }) => key)
}

test.each(TABS)('the tabs of %s are there at first', (_, tabs, keys) => {
  expect(keysOf(tabs).slice(0, keys.length)).toEqual(keys)
})

test.each(TABS)('of the tabs of %s the vendor hides each', (_, tabs, keys) => {
  for (const key of keys) expect(keysOf(tabs, { [key]: 'hidden' })).toEqual(keysOf(tabs).filter((one) => one !== key))
})
