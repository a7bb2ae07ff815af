import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { Delivery } from '../wire'
import { KEY, LOG, type Webhook } from './webhooks.queries'
import { t } from './webhooks.texts'

const WEBHOOK = '/webhook/{webhook_id}'
const pathOf = ({ id }: Pick<Webhook, 'id'>) => ({ params: { path: { webhook_id: id } } })

export interface WebhookValues {
  readonly displayName: string
  readonly description: string
  readonly url: string
  readonly secret: string | null
  readonly eventKeys: string[]
  readonly isOrdered: boolean
}

/** Switched off at first, so that a test can go before the events (boot calls, "Add webhook"). */
export const createWebhook = defineAction({
  call: (api, values: WebhookValues) => unwrap(api.POST('/webhook/custom', { body: { ...values, isActive: false } })),
  invalidates: [KEY],
  done: ({ displayName }) => t('create.done', { name: displayName }),
})

export const changeWebhook = defineAction({
  call: (api, { webhook, values }: { readonly webhook: Webhook; readonly values: Partial<WebhookValues> }) =>
    unwrap(api.PATCH(WEBHOOK, { ...pathOf(webhook), body: values })),
  invalidates: [KEY],
  done: (_, { displayName }) => t('edit.done', { name: displayName }),
})

export const switchWebhook = (webhook: Webhook) =>
  defineAction({
    call: (api, isActive: boolean) => unwrap(api.PATCH(WEBHOOK, { ...pathOf(webhook), body: { isActive } })),
    invalidates: [KEY],
  })

export const deleteWebhook = defineAction({
  call: (api, webhook: Webhook) => unwrap(api.DELETE(WEBHOOK, pathOf(webhook))),
  invalidates: [KEY],
  done: ({ displayName }) => t('delete.done', { name: displayName }),
  deletedIds: ({ id }) => [id],
})

/** The stored secret signs it, by the placeholder that stands for it. */
export const testWebhook = defineAction({
  call: (api, { id, url, secret }: Webhook) => unwrap(api.POST('/webhook/test', { body: { _id: id, url, secret } })),
  invalidates: [],
})

export const redeliver = defineAction({
  call: (api, { id }: Delivery) =>
    unwrap(api.POST('/webhook/logs/{delivery_id}/retries', { params: { path: { delivery_id: id } } })),
  invalidates: [LOG],
  done: () => t('log.again'),
})
