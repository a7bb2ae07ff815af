import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { mapProblemsToFields } from '../shared/document-problems'
import { readJson } from '../shared/json-text'
import { cleanLines } from '../shared/lines-field'
import type { Application } from '../wire'
import { type Access, KEY } from './applications.queries'
import { t } from './applications.texts'

const PATH = '/applications/resources/applications'
const ASSIGNMENTS = `${PATH}/tenant-assignments/v1/{app_id}` as const
const invalidates = [KEY]

/** Field names of the document, with the names of the form. */
const NAMES = {
  name: 'name',
  type: 'applicationType',
  app_url: 'appURL',
  login_url: 'loginURL',
  logo_url: 'logoURL',
  redirect_uris: 'redirectUris',
  allowed_origins: 'allowedOrigins',
  access_type: 'accessType',
  refresh_token_seconds: 'refreshTokenSeconds',
  backchannel_logout_uri: 'backchannelLogoutUri',
  client_id: 'clientId',
  access_token_seconds: 'accessTokenSeconds',
  frontend_stack: 'frontendStack',
  metadata: 'metadata',
}

export type ApplicationValues = Pick<
  Application,
  | 'name'
  | 'applicationType'
  | 'type'
  | 'description'
  | 'appURL'
  | 'loginURL'
  | 'logoURL'
  | 'redirectUris'
  | 'allowedOrigins'
  | 'accessType'
  | 'clientId'
  | 'isActive'
  | 'hostedLogin'
  | 'isDefault'
  | 'signingAlgorithm'
  | 'refreshTokenSeconds'
  | 'dpopBoundAccessTokens'
  | 'dpopNonce'
  | 'requirePushedAuthorizationRequests'
  | 'pkce'
  | 'backchannelLogoutUri'
  | 'allowDcr'
  | 'frontendStack'
> & {
  /** NaN: the installation default applies. */
  readonly accessTokenSeconds: number
  /** JSON text. */
  readonly metadata: string
}

/** Converts form values into the request body. */
function toRequestBody({
  metadata,
  accessTokenSeconds,
  clientId,
  frontendStack,
  ...values
}: Partial<ApplicationValues>) {
  const { redirectUris, allowedOrigins } = values
  return {
    ...values,
    ...(clientId && { clientId }),
    ...(frontendStack && { frontendStack }),
    ...(metadata !== undefined && { metadata: readJson(metadata) as Record<string, string> }),
    ...(accessTokenSeconds !== undefined && {
      accessTokenSeconds: Number.isNaN(accessTokenSeconds) ? null : accessTokenSeconds,
    }),
    ...(redirectUris && { redirectUris: cleanLines(redirectUris) }),
    ...(allowedOrigins && { allowedOrigins: cleanLines(allowedOrigins) }),
  }
}

export const createApplication = defineAction({
  call: (api, values: ApplicationValues) =>
    mapProblemsToFields(
      NAMES,
      unwrap(api.POST(`${PATH}/v1`, { body: { ...toRequestBody(values), name: values.name } })),
    ),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly application: Application
  readonly values: Partial<ApplicationValues>
}

export const changeApplication = defineAction({
  call(api, { application, values }: Change) {
    const params = { path: { application_id: application.id } }
    return mapProblemsToFields(
      NAMES,
      unwrap(api.PATCH(`${PATH}/v1/{application_id}`, { params, body: toRequestBody(values) })),
    )
  },
  invalidates,
  done: ({ application, values }) => t('edit.done', { name: values.name ?? application.name }),
})

export const deleteApplication = defineAction({
  call: (api, { id }: Pick<Application, 'id' | 'name'>) =>
    unwrap(api.DELETE(`${PATH}/v1/{application_id}`, { params: { path: { application_id: id } } })),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})

export const makeSecret = defineAction({
  call: (api, { id }: Application) => unwrap(api.POST(`${PATH}/v1/credentials/regenerate`, { body: { appId: id } })),
  invalidates,
})

export const makeSharedSecret = defineAction({
  call: (api, { id }: Application) =>
    unwrap(api.POST(`${PATH}/v1/credentials/shared/regenerate`, { body: { appId: id } })),
  invalidates,
})

interface TenantAssignment {
  readonly appId: string
  readonly tenantId: string
  readonly name: string
}

export const giveTenant = defineAction({
  call: (api, { appId, tenantId, accessType }: TenantAssignment & { readonly accessType: Access }) =>
    unwrap(api.POST(ASSIGNMENTS, { params: { path: { app_id: appId } }, body: { tenantId, accessType } })),
  invalidates,
  done: ({ name }) => t('tenants.given', { name }),
})

export const takeTenant = defineAction({
  call: (api, { appId, tenantId }: TenantAssignment) =>
    unwrap(api.DELETE(`${ASSIGNMENTS}/{tenant_id}`, { params: { path: { app_id: appId, tenant_id: tenantId } } })),
  invalidates,
  done: ({ name }) => t('tenants.taken', { name }),
})
