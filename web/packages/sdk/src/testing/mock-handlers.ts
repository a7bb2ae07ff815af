import { HttpResponse, http, type RequestHandler } from 'msw'
import type { Me } from '../user'
import { makeToken } from './make-token'
import { LOGIN, ME, METADATA_ROW, PERMISSION, ROLE, TENANT } from './recorded'

const REFRESH = '*/identity/resources/auth/v1/user/token/refresh'

export const refusal = (status: number, errorCode: string, ...errors: string[]) =>
  HttpResponse.json({ errors, errorCode, errorCodes: [errorCode], context: {} }, { status })

/** Handlers of the requests that every page makes before sign-in. */
export const boot = (metadata: object = {}): RequestHandler[] => [
  http.get('*/flags', () => HttpResponse.json({})),
  http.get('*/metadata', () => HttpResponse.json({ rows: [{ ...METADATA_ROW, configuration: metadata }] })),
]

export const notSignedIn = (): RequestHandler[] => [
  http.post(REFRESH, () => refusal(401, 'sessions.not_found', 'Session not found')),
]

/** Handlers of a session restored from the cookie, with its profile. */
export function signedIn(person: Partial<Me> = {}, expiresIn = 300): RequestHandler[] {
  const me = {
    ...ME,
    ...person,
    roles: (person.roles ?? []).map((role) => ({ ...ROLE, ...role })),
    permissions: (person.permissions ?? []).map((permission) => ({ ...PERMISSION, ...permission })),
  }
  const acme = { ...TENANT, id: me.tenantId, tenantId: me.tenantId }
  return [
    http.post(REFRESH, () =>
      HttpResponse.json({ ...LOGIN, accessToken: makeToken({ sub: me.id, tenantId: me.tenantId }), expiresIn }),
    ),
    http.get('*/identity/resources/users/v2/me', () => HttpResponse.json(me)),
    http.get('*/identity/resources/users/v3/me/tenants', () =>
      HttpResponse.json({ tenants: [acme], activeTenant: acme }),
    ),
  ]
}
