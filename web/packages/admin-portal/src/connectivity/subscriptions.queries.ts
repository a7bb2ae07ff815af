import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineTable } from '../shared/table-state'
import type { ChannelEvent, EventChannel } from '../wire'
import type { Channel } from './channels'

export const KEY = ['connectivity'] as const
export const keyOf = ({ name }: Pick<Channel, 'name'>) => [...KEY, name] as const

/** A row: one subscription, with the event that it stands below. */
export interface Subscription {
  readonly id: string
  readonly eventKey: string
  readonly name: string
  readonly recipients: readonly string[]
  readonly enabled: boolean
  /** Whether notifications of the event are sent at all. */
  readonly eventEnabled: boolean
  /** Those of its recipients who could not be told lately. */
  readonly failures: EventChannel['failures']
}

export const isOn = ({ enabled, eventEnabled }: Subscription): boolean => enabled && eventEnabled

export const subscriptionsTable = defineTable({ start: { sort: 'event', order: 'asc' } })

/** All there are, which are at most five hundred. */
export const subscriptionsQuery = (api: ApiClient, channel: Channel) =>
  queryOptions({
    queryKey: keyOf(channel),
    async queryFn({ signal }): Promise<Subscription[]> {
      return (await channel.list(api, signal)).flatMap(rowsOf)
    },
  })

const rowsOf = ({ eventKey, enabled: eventEnabled, subscriptions, failures }: EventChannel): Subscription[] =>
  subscriptions.map((one) => ({
    ...one,
    eventKey,
    eventEnabled,
    failures: failures.filter(({ recipient }) => one.recipients.includes(recipient)),
  }))

/** Every event that can be told, by category and name. The vendor's own among them change rarely. */
export const eventsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['channel-events'],
    queryFn: ({ signal }): Promise<ChannelEvent[]> =>
      unwrap(api.GET('/event/resources/configurations/v1', { params: { query: { channels: 'email' } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
