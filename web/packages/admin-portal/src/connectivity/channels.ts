import { type ApiClient, unwrap } from '@gatehouse/api'
import { isPhoneNumber } from '@gatehouse/ui'
import type { Permission } from '../shared/permissions'
import type { EventChannel } from '../wire'

export interface SubscriptionValues {
  readonly name: string
  readonly enabled: boolean
  readonly recipients: string[]
}

/** With the recipients that the change started from: the server keeps what others change meanwhile. */
export interface SubscriptionChange extends SubscriptionValues {
  readonly baseRecipients?: string[]
}

interface SubscriptionPath {
  readonly event_key: string
  readonly subscription_id: string
}

/** Mail and text messages differ in their addresses on the wire and in what a recipient looks like. */
export interface Channel {
  readonly name: 'email' | 'sms'
  readonly reads: Permission
  readonly writes: Permission
  readonly deletes: Permission
  /** Whether it looks like a recipient; the server decides. */
  readonly isRecipient: (value: string) => boolean
  readonly list: (api: ApiClient, signal: AbortSignal) => Promise<EventChannel[]>
  /** `enabled` is that of the event, for all its subscriptions. */
  readonly add: (api: ApiClient, key: string, enabled: boolean, values: SubscriptionValues) => Promise<unknown>
  readonly change: (api: ApiClient, place: SubscriptionPath, values: SubscriptionChange) => Promise<unknown>
  readonly remove: (api: ApiClient, place: SubscriptionPath) => Promise<unknown>
  readonly tell: (api: ApiClient, key: string, enabled: boolean) => Promise<unknown>
}

const EMAILS = '/integrations/resources/configurations/v1/emails'
const EMAIL_EVENT = `${EMAILS}/{event_key}` as const
const EMAIL_ONE = `${EMAIL_EVENT}/subscriptions/{subscription_id}` as const

export const EMAIL: Channel = {
  name: 'email',
  reads: 'fe.connectivity.read.emailConfig',
  writes: 'fe.connectivity.write.emailConfig',
  deletes: 'fe.connectivity.delete.emailConfig',
  isRecipient: (value) => /^[^\s@,;]+@[^\s@,;]+$/.test(value),
  list: (api, signal) => unwrap(api.GET(EMAILS, { signal })),
  add: (api, event_key, enabled, values) =>
    unwrap(api.POST(EMAIL_EVENT, { params: { path: { event_key } }, body: { enabled, subscriptions: [values] } })),
  change: (api, path, values) => unwrap(api.PUT(EMAIL_ONE, { params: { path }, body: values })),
  remove: (api, path) => unwrap(api.DELETE(EMAIL_ONE, { params: { path } })),
  tell: (api, event_key, enabled) =>
    unwrap(api.PATCH(EMAIL_EVENT, { params: { path: { event_key } }, body: { enabled } })),
}

const NUMBERS = '/integrations/resources/configurations/v2/sms'
const SMS_EVENT = `${NUMBERS}/{event_key}` as const
const SMS_ONE = `${SMS_EVENT}/subscriptions/{subscription_id}` as const

export const SMS: Channel = {
  name: 'sms',
  reads: 'fe.connectivity.read.smsConfig',
  writes: 'fe.connectivity.write.smsConfig',
  deletes: 'fe.connectivity.delete.smsConfig',
  isRecipient: isPhoneNumber,
  list: (api, signal) => unwrap(api.GET(NUMBERS, { signal })),
  add: (api, event_key, enabled, values) =>
    unwrap(api.POST(SMS_EVENT, { params: { path: { event_key } }, body: { enabled, subscriptions: [values] } })),
  change: (api, path, values) => unwrap(api.PUT(SMS_ONE, { params: { path }, body: values })),
  remove: (api, path) => unwrap(api.DELETE(SMS_ONE, { params: { path } })),
  tell: (api, event_key, enabled) =>
    unwrap(api.PATCH(SMS_EVENT, { params: { path: { event_key } }, body: { enabled } })),
}
