import { type ComponentType, createContext, useContext } from 'react'
import { type Permission, usePermissions } from '../shared/permissions'

/** Whose webhooks the screen is about: what it takes to do something with them, and what it says of their events. */
export interface WebhooksOf {
  readonly change: Permission
  readonly remove: Permission
  readonly readLog: Permission
  /** The account that an event is of, where they hear of several. */
  readonly Account?: ComponentType<{ readonly id: string }>
}

/** The account's own webhooks by default; the console passes another scope. */
export const WebhooksOfContext = createContext<WebhooksOf>({
  change: 'fe.connectivity.write.webhook',
  remove: 'fe.connectivity.delete.webhook',
  readLog: 'fe.connectivity.read.webhookLogs',
})

export const useWebhooksOf = (): WebhooksOf => useContext(WebhooksOfContext)

/** What this person may do. */
export function useWebhookRights() {
  const can = usePermissions()
  const { change, remove, readLog } = useWebhooksOf()
  return { mayChange: can(change), mayRemove: can(remove), mayReadLog: can(readLog) }
}
