import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../../shared/action'
import type { ConsentingApplication } from '../../wire'
import { t } from '../privacy.texts'

const CONSENTS = ['consents']

export const consentsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: CONSENTS,
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/oauth/consents/v1/me', { signal })),
  })

export const withdrawConsent = defineAction({
  call: (api, { clientId }: ConsentingApplication) =>
    unwrap(
      api.DELETE('/identity/resources/oauth/consents/v1/me/{client_id}', { params: { path: { client_id: clientId } } }),
    ),
  invalidates: [CONSENTS],
  done: (app) => t('consents.withdrawn', { name: app.name }),
})
