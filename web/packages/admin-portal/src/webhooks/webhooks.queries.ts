import { type ApiClient, unwrap } from '@gatehouse/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import type { EventCategory, WebhookAnswer } from '../wire'

export const KEY = ['webhooks'] as const
const LIST = [...KEY, 'list'] as const
export const LOG = [...KEY, 'log'] as const
export const PAGE = 10

/** As rows of tables are: with `id`, and called by the address where it is called nothing. */
export type Webhook = Omit<WebhookAnswer, '_id'> & { readonly id: string }

export const webhooksTable = defineTable({ start: { sort: 'name', order: 'asc' } })

/** All there are, which are at most fifty. */
export async function readWebhooks(api: ApiClient, signal?: AbortSignal): Promise<Webhook[]> {
  const answers = await unwrap(api.GET('/webhook', signal ? { signal } : {}))
  return answers.map(({ _id, displayName, ...webhook }) => ({
    ...webhook,
    id: _id,
    displayName: displayName || webhook.url,
  }))
}

export const webhooksQuery = (api: ApiClient) =>
  queryOptions({ queryKey: LIST, queryFn: ({ signal }) => readWebhooks(api, signal) })

/** Every event by its category. They change with the version only. */
export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['event-categories'],
    queryFn: ({ signal }): Promise<EventCategory[]> =>
      unwrap(api.GET('/event/resources/configurations/v1/categories', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What was or is to be sent, the newest first. */
export const logQuery = (api: ApiClient, id: string, offset: number) =>
  queryOptions({
    queryKey: [...LOG, id, offset],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/webhook/logs/', { params: { query: { id, offset, limit: PAGE } }, signal })),
    placeholderData: keepPreviousData,
  })
