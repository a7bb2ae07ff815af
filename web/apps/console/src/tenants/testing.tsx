import { HttpResponse, http, type RequestHandler } from 'msw'
import type { Tenant } from '../wire'

interface Server {
  readonly use: (...handlers: RequestHandler[]) => void
}

export const AT = '2026-01-01T00:00:00.000Z'

export const tenant = (name: string, facts: Partial<Tenant> = {}): Tenant => ({
  id: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  tenantId: `00000000-0000-4000-8000-${name.length.toString().padStart(12, '0')}`,
  vendorId: '00000000-0000-4000-8000-000000000000',
  name,
  status: 'active',
  metadata: '{}',
  isReseller: false,
  hasCustomLogin: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...facts,
})

/** Serves tenants and applies changes. Returns the requests with the token of each. */
export const tenantsOf =
  (server: Server) =>
  (...tenants: Tenant[]) => {
    const asked: unknown[] = []
    const at = (id: unknown) => tenants.findIndex((found) => found.id === id)
    server.use(
      http.get('*/tenants/v2', ({ request }) => {
        asked.push(['GET', request.headers.get('x-access-token')])
        return HttpResponse.json({ items: tenants, _metadata: { totalItems: tenants.length, totalPages: 1 } })
      }),
      http.get('*/tenants/v2/:id', ({ params }) => HttpResponse.json(tenants[at(params.id)])),
      http.post('*/tenants/v1', async ({ request }) => {
        const body = (await request.json()) as Tenant
        asked.push(['POST', body])
        tenants.push(tenant(body.name))
        return HttpResponse.json(tenant(body.name), { status: 201 })
      }),
      http.put('*/tenants/v2/:id', async ({ request, params }) => {
        const body = (await request.json()) as Tenant
        asked.push(['PUT', body])
        const changed = { ...tenants[at(params.id)], ...body } as Tenant
        tenants[at(params.id)] = changed
        return HttpResponse.json(changed)
      }),
      ...nothingBesides(),
      http.get('*/tenants/v1/:id/deletion', () => HttpResponse.json({ graceDays: 30, eraseAt: AT, accountsBelow: 0 })),
      http.delete('*/tenants/v1/:id', ({ params }) => {
        asked.push(['DELETE', params.id])
        tenants.splice(at(params.id), 1)
        return new HttpResponse(null, { status: 200 })
      }),
    )
    return asked
  }

/** Serves a tenant without any details. */
const nothingBesides = () => [
  http.get('*/users/v1/query/phrase', () =>
    HttpResponse.json({ items: [], _metadata: { totalItems: 1234, totalPages: 1234 } }),
  ),
  http.get('*/entitlements/v2', () => HttpResponse.json({ items: [], hasNext: false })),
  http.get('*/tenant-assignments/v2', () => HttpResponse.json([])),
  http.get('*/applications/v1', () => HttpResponse.json([])),
  http.get('*/licenses/v1', () => HttpResponse.json({ items: [], _metadata: { totalItems: 0, totalPages: 0 } })),
  http.get('*/tenants/v1/:id/bills', () => HttpResponse.json({ bills: [] })),
  http.get('*/tenants/v1/:id/connections', () => HttpResponse.json({ sso: [], directories: [] })),
]

export const PLAN = {
  id: '00000000-0000-4000-8000-0000000000f1',
  vendorId: '00000000-0000-4000-8000-000000000000',
  name: 'Team',
  key: 'team',
  description: '',
  metadata: {},
  defaultTreatment: 'false',
  assignOnSignup: false,
  licenseTypes: [],
  rules: [],
  featureKeys: [],
  createdAt: AT,
  updatedAt: AT,
} as const
