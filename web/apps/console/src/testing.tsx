import { GatehouseProvider, TenantBoundary } from '@gatehouse/react'
import { StaffBoundary } from '@gatehouse/react/staff'
import { createSession, type Environment } from '@gatehouse/sdk'
import { fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { UiProvider } from '@gatehouse/ui'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { HttpResponse, http, type RequestHandler } from 'msw'
import type { ReactElement } from 'react'
import { Console } from './console'
import type { UserEmail, UserPhone } from './wire'

const HOST = 'http://gatehouse.test'
export const VENDOR_TOKEN = 'vendor-token'

/** Permissions of staff roles. */
export const OWNER = ['vendor.*']
export const READ_ONLY = ['vendor.read.*']

const PUBLIC_CONFIG = {
  baseUrl: HOST,
  clientId: '0b0c2f0e-8a5d-4f6a-9a3b-1f2e3d4c5b6a',
  loginUrl: '/account/login',
  logoutUrl: '/account/logout',
  portalUrl: '/oauth/portal',
  sellsLicenses: true,
  links: { docs: '/docs', bookADemo: '/demo', slack: '/slack', github: '/github', legal: '/legal' },
}

interface Options {
  /** A tab in which the console was open before; by default a new one. */
  readonly tab?: Partial<Environment>
  readonly permissions?: readonly string[]
  readonly server: { use: (...handlers: RequestHandler[]) => void }
}

const entrance = (permissions: readonly string[]): RequestHandler =>
  http.post('*/vendor/resources/staff/v1/token', () =>
    HttpResponse.json({ token: VENDOR_TOKEN, expiresIn: 900, role: 'owner', permissions }),
  )

/** Renders the console at a path as a staff member. Returns the current location. */
export function renderConsole(path: string, { permissions = OWNER, server, tab }: Options) {
  server.use(
    ...signedIn({ metadata: '{}' }),
    http.get('*/vendors/public', () => HttpResponse.json({ name: 'Acme Cloud', whiteLabelMode: true })),
    http.get('*/api/v1/frontegg', () => HttpResponse.json(PUBLIC_CONFIG)),
    entrance(permissions),
  )
  return renderAsFound(path, tab)
}

/** Renders the console without default responses, for tests of the sign-in. */
export function renderAsFound(path: string, before?: Partial<Environment>) {
  const browser = fakeBrowser()
  const tab = before ?? browser.tab(`${HOST}/console${path}`)
  const session = createSession({ baseUrl: HOST, environment: tab })
  const history = createMemoryHistory({ initialEntries: [path] })
  const view = render(
    <GatehouseProvider session={session}>
      <Console history={history} env="test" />
    </GatehouseProvider>,
  )
  return { ...view, browser, tab, history, session, place: () => history.location.href }
}

/** Renders a single form without its section, as an owner. */
export function renderForm(form: ReactElement, server: Options['server']) {
  server.use(...signedIn({ metadata: '{}' }), entrance(OWNER))
  const session = createSession({ baseUrl: HOST, environment: fakeBrowser().tab(HOST) })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => form }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  return render(
    <GatehouseProvider session={session}>
      <UiProvider env="test">
        <TenantBoundary keepStale={false} renderStale={() => null} fallback={null} renderError={() => null}>
          <StaffBoundary fallback={null} renderError={() => null}>
            <RouterProvider router={router} />
          </StaffBoundary>
        </TenantBoundary>
      </UiProvider>
    </GatehouseProvider>,
  )
}

/** Serves email addresses and phone numbers of a user; none by default. */
export const contacts = (emails: UserEmail[] = [], phones: UserPhone[] = []): RequestHandler[] => [
  http.get('*/users/emails/v1/vendor/:id', () => HttpResponse.json(emails)),
  http.get('*/users/phone-numbers/v1/vendor/:id', () => HttpResponse.json(phones)),
]

/** Serves tables of the vendor document and applies changes without the server's validation. Returns the requests. */
export function withTables(server: Options['server'], tables: Record<string, Readonly<Record<string, unknown>>>) {
  const asked: unknown[] = []
  server.use(
    http.get('*/vendor/resources/configuration/v1/:table', ({ params: { table } }) =>
      HttpResponse.json({ table, values: tables[String(table)] ?? {} }),
    ),
    http.patch('*/vendor/resources/configuration/v1/:table', async ({ params, request }) => {
      const table = String(params.table)
      const { values, remove } = (await request.json()) as { values: Record<string, unknown>; remove: string[] }
      asked.push([table, values, remove])
      const left = Object.entries({ ...tables[table], ...values }).filter(([name]) => !remove.includes(name))
      tables[table] = Object.fromEntries(left)
      return HttpResponse.json({ table, values: tables[table] })
    }),
  )
  return asked
}
