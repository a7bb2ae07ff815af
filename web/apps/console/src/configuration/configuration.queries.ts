import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { t } from './configuration.texts'

/** Tables of the vendor's document, as docs/reference/vendor-document.md has them. */
export type DocumentTable =
  | 'applications'
  | 'billing'
  | 'brand'
  | 'custom_social'
  | 'events'
  | 'features'
  | 'flags'
  | 'mails'
  | 'mobile_apps'
  | 'permission_categories'
  | 'permissions'
  | 'plans'
  | 'policies'
  | 'portal'
  | 'prehooks'
  | 'roles'
  | 'second_factors'
  | 'sign_in'
  | 'social'
  | 'sso'
  | 'text_messages'
  | 'workspace'

const PATH = '/vendor/resources/configuration/v1'

/** All of the document, or the tables that are named. */
export const configurationQuery = (api: ApiClient, tables: readonly DocumentTable[] = []) =>
  queryOptions({
    queryKey: ['configuration', ...tables],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET(PATH, { params: { query: { table: [...tables] } }, signal }))).document,
  })

export const compareDocument = defineAction({
  call: (api, document: string) => unwrap(api.POST(`${PATH}/diff`, { body: { document } })),
  touches: [],
  isLocal: true,
})

export const applyDocument = defineAction({
  // What was shown, and nothing else: somebody may have changed something since.
  call: (api, body: { readonly document: string; readonly digest: string }) => unwrap(api.POST(PATH, { body })),
  // It may be about anything that any section shows.
  touches: [[]],
  done: () => t('applied'),
})
