import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { t } from './configuration.texts'

const PATH = '/vendor/resources/configuration/v1'

export const configurationQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['configuration'],
    queryFn: async ({ signal }) => (await unwrap(api.GET(PATH, { signal }))).document,
  })

export const compareDocument = defineAction({
  call: (api, document: string) => unwrap(api.POST(`${PATH}/diff`, { body: { document } })),
  touches: [],
  isLocal: true,
})

export const applyDocument = defineAction({
  call: (api, document: string) => unwrap(api.POST(PATH, { body: { document } })),
  // It may be about anything that any section shows.
  touches: [[]],
  done: () => t('applied'),
})
