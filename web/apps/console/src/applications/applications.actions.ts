import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { atFields } from '../shared/at-fields'
import { cleanLines } from '../shared/lines-field'
import type { Application } from '../wire'
import { type Access, KEY } from './applications.queries'
import { t } from './applications.texts'

const PATH = '/applications/resources/applications'
const ASSIGNMENTS = `${PATH}/tenant-assignments/v1/{app_id}` as const
const touches = [KEY]

/** What the document calls the fields of the form. */
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
  | 'isActive'
  | 'isDefault'
  | 'signingAlgorithm'
  | 'refreshTokenSeconds'
  | 'dpopBoundAccessTokens'
  | 'dpopNonce'
  | 'requirePushedAuthorizationRequests'
  | 'backchannelLogoutUri'
>

function cleaned<Values extends Partial<ApplicationValues>>(values: Values): Values {
  const { redirectUris, allowedOrigins } = values
  return {
    ...values,
    ...(redirectUris && { redirectUris: cleanLines(redirectUris) }),
    ...(allowedOrigins && { allowedOrigins: cleanLines(allowedOrigins) }),
  }
}

export const createApplication = defineAction({
  call: (api, values: ApplicationValues) => atFields(NAMES, unwrap(api.POST(`${PATH}/v1`, { body: cleaned(values) }))),
  touches,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly application: Application
  readonly values: Partial<ApplicationValues>
}

export const changeApplication = defineAction({
  call(api, { application, values }: Change) {
    const params = { path: { application_id: application.id } }
    return atFields(NAMES, unwrap(api.PATCH(`${PATH}/v1/{application_id}`, { params, body: cleaned(values) })))
  },
  touches,
  done: ({ application, values }) => t('edit.done', { name: values.name ?? application.name }),
})

export const deleteApplication = defineAction({
  call: (api, { id }: Pick<Application, 'id' | 'name'>) =>
    unwrap(api.DELETE(`${PATH}/v1/{application_id}`, { params: { path: { application_id: id } } })),
  touches,
  done: ({ name }) => t('delete.done', { name }),
  removes: ({ id }) => [id],
})

export const makeSecret = defineAction({
  call: (api, { id }: Application) => unwrap(api.POST(`${PATH}/v1/credentials/regenerate`, { body: { appId: id } })),
  touches,
})

export const makeSharedSecret = defineAction({
  call: (api, { id }: Application) =>
    unwrap(api.POST(`${PATH}/v1/credentials/shared/regenerate`, { body: { appId: id } })),
  touches,
})

interface Given {
  readonly appId: string
  readonly tenantId: string
  readonly name: string
}

export const giveTenant = defineAction({
  call: (api, { appId, tenantId, accessType }: Given & { readonly accessType: Access }) =>
    unwrap(api.POST(ASSIGNMENTS, { params: { path: { app_id: appId } }, body: { tenantId, accessType } })),
  touches,
  done: ({ name }) => t('tenants.given', { name }),
})

export const takeTenant = defineAction({
  call: (api, { appId, tenantId }: Given) =>
    unwrap(api.DELETE(`${ASSIGNMENTS}/{tenant_id}`, { params: { path: { app_id: appId, tenant_id: tenantId } } })),
  touches,
  done: ({ name }) => t('tenants.taken', { name }),
})
