import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { t } from './configuration.texts'

/** Tables of the vendor document, see docs/reference/vendor-document.md. */
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

/** Reads the whole document, or only the given tables. */
export const configurationQuery = (api: ApiClient, tables: readonly DocumentTable[] = []) =>
  queryOptions({
    queryKey: ['configuration', ...tables],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET(PATH, { params: { query: { table: [...tables] } }, signal }))).document,
  })

export const compareDocument = defineAction({
  call: (api, document: string) => unwrap(api.POST(`${PATH}/diff`, { body: { document } })),
  invalidates: [],
  isLocal: true,
})

export const applyDocument = defineAction({
  // The digest makes sure that exactly the reviewed changes are applied, even if the configuration has changed since.
  call: (api, body: { readonly document: string; readonly digest: string }) => unwrap(api.POST(PATH, { body })),
  // A document can change what any section shows.
  invalidates: [[]],
  done: () => t('applied'),
})
