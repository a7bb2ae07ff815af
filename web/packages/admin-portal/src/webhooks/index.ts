/** The webhooks' screen, for apps that have webhooks of another owner. */

export { WebhookDrawer } from './webhook-drawer'
export { webhooksQuery, webhooksTable } from './webhooks.queries'
export { type WebhooksOf, WebhooksOfContext } from './webhooks-of'
export { WebhooksScreen } from './webhooks-screen'
