export { WebhookDrawer } from '@gatehouse/admin-portal/webhooks'
