import type { components } from '@gatehouse/api'
import { createSession } from '@gatehouse/sdk'
import { boot, fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { createMemoryHistory } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import { App } from './app'
import type { License } from './billing/licenses.queries'

export const ORIGIN = 'http://gatehouse.test'

export const BUYER = [{ key: 'licensing.*' }]

export const config = {
  baseUrl: ORIGIN,
  clientId: '0b0c2f0e-8a5d-4f6a-9a3b-1f2e3d4c5b6a',
  loginUrl: '/account/login',
  logoutUrl: '/account/logout',
  portalUrl: '/oauth/portal',
  sellsLicenses: true,
  links: { docs: '/docs', bookADemo: '/demo', slack: '/slack', github: '/github', legal: '/legal' },
}

export const trial: License = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Acme',
  licenseType: 'trial',
  isTrial: true,
  maxSeats: 5,
  usedSeats: 2,
  key: 'GH-SECRET-KEY',
  fingerprint: 'f1',
  validTo: '2126-12-04T23:59:59Z',
  daysLeft: 14,
  isOver: false,
}

export const paid: License = {
  ...trial,
  id: '01900000-0000-7000-8000-000000000002',
  licenseType: 'teams',
  isTrial: false,
  fingerprint: 'f2',
  validTo: undefined,
  daysLeft: undefined,
  billing: {
    priceId: 'pri_monthly',
    cycle: 'month',
    status: { type: 'active' },
    nextPayment: '2126-12-20T12:00:00Z',
    isPastDue: false,
  },
}

export const statistics: components['schemas']['Statistics'] = {
  from: '2026-10-22T00:00:00Z',
  maxSeats: 5,
  usedSeats: 2,
  monthlyActive: 4,
  dailyActive: 2,
  sessions: 6,
  sessionSeconds: 7200,
  days: [{ day: '2026-11-20', active: 2, sessions: 6, sessionSeconds: 7200 }],
  versions: [{ version: '2.1.0', active: 3 }],
}

export const checklist: components['schemas']['Checklist'] = {
  organization: '2026-11-20T12:00:00Z',
  license: '2026-11-20T12:00:00Z',
  firstContact: null,
  firstSession: null,
  secondPerson: null,
  paymentMethod: null,
}

export const billingInformation: components['schemas']['BillingInformation'] = {
  name: 'Acme',
  billingEmail: 'ada@acme.test',
  bills: [],
}

const totals = { subtotal: 15000, discount: 0, tax: 0, total: 15000, credit: 0, grandTotal: 15000 }

export const costs: components['schemas']['ChangePreview'] = {
  maxSeats: 5,
  priceId: 'pri_monthly',
  currencyCode: 'USD',
  nextPayment: '2126-12-20T12:00:00Z',
  next: totals,
  recurring: totals,
  quote: 'q0',
}

const organization = { id: 'o1', name: 'Acme', billingEmail: 'ada@acme.test', createdAt: '2026-11-20T12:00:00Z' }

/** A signed-in buyer of an organization with these licenses. */
export const portal = (licenses: readonly License[] = [trial], permissions = BUYER): RequestHandler[] => [
  ...boot(),
  ...signedIn({ permissions, metadata: '{}' }),
  http.get('*/api/v1/frontegg', () => HttpResponse.json(config)),
  http.get('*/api/v1/organization', () => HttpResponse.json(organization)),
  http.get('*/api/v1/licenses', () => HttpResponse.json(licenses)),
  http.get('*/api/v1/licenses/:id/statistics', () => HttpResponse.json({ ...statistics, days: [], versions: [] })),
  http.get('*/api/v1/licenses/:id/checklist', () => HttpResponse.json(checklist)),
  http.get('*/api/v1/licenses/:id/seats', () => HttpResponse.json({ items: [], total: 0 })),
  http.patch('*/api/v1/licenses/:id/preview', () => HttpResponse.json(costs)),
  http.get('*/api/v1/paddle/billing-information', () => HttpResponse.json(billingInformation)),
  http.post('*/api/v1/organization/prepare-contact', () => HttpResponse.json({})),
]

/** The whole portal at this address. */
export function renderPortal(path: string) {
  const browser = fakeBrowser()
  const session = createSession({ baseUrl: ORIGIN, environment: browser.tab(ORIGIN + path) })
  const history = createMemoryHistory({ initialEntries: [path] })
  render(<App session={session} history={history} env="test" />)
  return { browser, history, session }
}
