import { GatehouseProvider, TenantBoundary, useApi, useSession } from '@gatehouse/react'
import { createSession, type Me } from '@gatehouse/sdk'
import { fakeBrowser, signedIn } from '@gatehouse/sdk/testing'
import { UiProvider } from '@gatehouse/ui'
// biome-ignore lint/style/noRestrictedImports: routes are built here, as in the portal itself.
import { useQueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
  Outlet,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { RequestHandler } from 'msw'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { AdminPortal } from './admin-portal'
import type { PortalContext } from './portal-context'
import type { Role, TeamUser } from './wire'

const HOST = 'http://gatehouse.test'

/** A user with every permission; with `permissions: []` one who sees only their own pages. */
export const ADMIN: Partial<Me> = { permissions: [{ key: 'fe.*' }], metadata: '{}' }

export const readOnly = (...permissions: string[]): Partial<Me> => ({
  permissions: permissions.map((key) => ({ key })),
  metadata: '{}',
})

export const vendor = (): RequestHandler =>
  http.get('*/vendors/public', () => HttpResponse.json({ name: 'Acme Cloud', whiteLabelMode: true }))

/** Temporary memberships are enabled; every list of users asks for this. */
const temporaryUsers = () => http.get('*/users/temporary/v1/configuration', () => HttpResponse.json({ enabled: true }))

interface IpLocation {
  readonly city: string | null
  readonly country_code: string | null
}

/** Where every address is. */
export const place = ({ city, country_code }: IpLocation): RequestHandler =>
  http.get('*/metadata/ip/:ip', ({ params }) =>
    HttpResponse.json({
      ip: String(params.ip),
      city,
      country_code,
      country_name: null,
      zip: null,
      latitude: null,
      longitude: null,
      location: { country_flag_emoji: null },
    }),
  )

/** How the person signs in, as the privacy page asks for it: nothing but a password. */
export const onlyPassword = (): RequestHandler[] => [
  http.get('*/mfa/devices', () => HttpResponse.json({ webauthn: [], phones: [], authenticators: [], emails: [] })),
  http.get('*/mfa/strategies', () =>
    HttpResponse.json({
      strategies: (['AuthenticatorApp', 'SMS', 'EmailCode'] as const).map((strategy) => ({ strategy, isActive: true })),
    }),
  ),
  http.get('*/users/webauthn/v1/devices', () => HttpResponse.json({ devices: [] })),
  http.get('*/auth/strategies/public', () =>
    HttpResponse.json({ mainAuthStrategies: [{ strategy: 'EmailAndPassword' }], secondaryAuthStrategies: [] }),
  ),
  http.get('*/phone-numbers/v1/me', () => HttpResponse.json([])),
  http.get('*/oauth/consents/v1/me', () => HttpResponse.json([])),
  place({ city: null, country_code: null }),
]

/** Whether people may be invited by a link: asked on the page of users. */
const inviteLinks = () =>
  http.get('*/tenants/invites/v1/configuration', () =>
    HttpResponse.json({ tenantInvitationsAllowed: true, emailsEnabled: true }),
  )

/** The bell of the frame rings for nothing. */
const noNotifications = () => http.get('*/notification', () => HttpResponse.json([]))

interface Options {
  readonly person?: Partial<Me>
  readonly server: { use: (...handlers: RequestHandler[]) => void }
}

/** The portal at an address, as the person sees it. Its place and the browser around it are the answer. */
export function renderPortal(path: string, { person = ADMIN, server }: Options) {
  server.use(...signedIn(person), vendor(), temporaryUsers(), inviteLinks(), noNotifications())
  const browser = fakeBrowser()
  const session = createSession({ baseUrl: HOST, environment: browser.tab(`${HOST}/oauth/portal${path}`) })
  const history = createMemoryHistory({ initialEntries: [path] })
  const view = render(<AdminPortal session={session} history={history} env="test" />)
  return { ...view, history, browser, session, place: () => history.location.href }
}

/** Routes alone, without the frame and the sections around them: what a piece of `shared` does for a section. */
export function renderRoutes(
  path: string,
  routes: (parent: () => AnyRoute) => AnyRoute[],
  { person = ADMIN, server }: Options,
) {
  server.use(...signedIn(person))
  const session = createSession({ baseUrl: HOST, environment: fakeBrowser().tab(HOST) })
  const history = createMemoryHistory({ initialEntries: [path] })
  const root: AnyRoute = createRootRouteWithContext<PortalContext>()({ component: Outlet })
  const routeTree = root.addChildren(routes(() => root))
  render(
    <GatehouseProvider session={session} loginUrl="/account/login">
      <UiProvider env="test">
        <TenantBoundary
          keepStale={false}
          renderStale={() => null}
          fallback={null}
          renderError={() => null}
          queries={{ retry: false, refetchOnReconnect: true }}
        >
          <Routes tree={routeTree} history={history} />
        </TenantBoundary>
      </UiProvider>
    </GatehouseProvider>,
  )
  return { history, place: () => history.location.href }
}

function Routes({ tree, history }: { tree: AnyRoute; history: RouterHistory }) {
  const context = { api: useApi(), session: useSession(), queryClient: useQueryClient(), sections: [], appUrl: '/' }
  const [router] = useState(() => createRouter({ routeTree: tree, history, context }))
  return <RouterProvider router={router} />
}

let serial = 0

export function role(name: string, facts: Partial<Role> = {}): Role {
  serial += 1
  return {
    id: `role-${name.toLowerCase()}`,
    key: name,
    name,
    description: `${name} of the organization`,
    isDefault: false,
    firstUserRole: false,
    level: serial,
    permissions: [],
    vendorId: 'v1',
    createdAt: '2025-01-01T00:00:00Z',
    updatedAt: '2025-01-01T00:00:00Z',
    ...facts,
  }
}

export function person(name: string, facts: Partial<TeamUser> = {}): TeamUser {
  const id = name.toLowerCase().replaceAll(' ', '-')
  const roles = facts.roles ?? []
  return {
    id,
    sub: id,
    email: `${id}@acme.test`,
    name,
    verified: true,
    mfaEnrolled: false,
    provider: 'local',
    tenantId: 't1',
    tenantIds: ['t1'],
    tenants: [],
    activatedForTenant: true,
    isLocked: false,
    isDisabled: false,
    managedBy: 'frontegg',
    metadata: '{}',
    subAccountAccessAllowed: false,
    createdAt: '2025-01-01T00:00:00Z',
    joinedAt: '2025-01-01T00:00:00Z',
    roles,
    roleIds: roles.map(({ id: roleId }) => roleId),
    rolesIds: roles.map(({ id: roleId }) => roleId),
    permissions: [],
    groups: [],
    ...facts,
  }
}

/** A user as the server answers for one user. */
export const toSingleUser = (one: TeamUser) => ({ ...one, vendorId: 'v1', updatedAt: one.createdAt, deletedAt: null })

/** A page of users as the server answers, which counts pages from 0. */
export const usersPage = (items: readonly TeamUser[], totalItems = items.length) =>
  HttpResponse.json({ items, _metadata: { totalItems, totalPages: Math.ceil(totalItems / 20) } })
