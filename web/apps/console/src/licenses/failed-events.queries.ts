import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { t } from './licenses.texts'

const PATH = '/tenants/resources/payment-events/v1'
const KEY = ['payment-events', 'stuck'] as const

/** The oldest events; `total` counts all. */
export const failedEventsQuery = (api: ApiClient) =>
  queryOptions({ queryKey: KEY, queryFn: ({ signal }) => unwrap(api.GET(`${PATH}/stuck`, { signal })) })

/** Without IDs, all failed events are retried. */
export const replayEvents = defineAction({
  call: (api, ids: string[]) => unwrap(api.POST(`${PATH}/replay`, { body: { ids } })),
  invalidates: [KEY],
  done: (_, { ids }) =>
    ids.length > 0
      ? t('stuck.replayed', { count: ids.length })
      : { tone: 'info' as const, text: t('stuck.nothingReplayed') },
})
