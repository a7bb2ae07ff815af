import { defineAction } from '../shared/action'
import type { Channel, SubscriptionChange, SubscriptionValues } from './channels'
import { t } from './connectivity.texts'
import { isOn, keyOf, type Subscription } from './subscriptions.queries'

const placeOf = ({ id, eventKey }: Subscription) => ({ event_key: eventKey, subscription_id: id })

export const addSubscription = (channel: Channel) =>
  defineAction({
    call: (api, { eventKey, values }: { readonly eventKey: string; readonly values: SubscriptionValues }) =>
      channel.add(api, eventKey, true, values),
    invalidates: [keyOf(channel)],
    done: () => t('create.done'),
  })

export const changeSubscription = (channel: Channel) =>
  defineAction({
    call: (api, { row, values }: { readonly row: Subscription; readonly values: SubscriptionChange }) =>
      channel.change(api, placeOf(row), values),
    invalidates: [keyOf(channel)],
    done: () => t('edit.done'),
  })

/** Switching on the first subscription of an event also switches on the event. */
export const switchSubscription = (channel: Channel) =>
  defineAction({
    async call(api, row: Subscription) {
      const enabled = !isOn(row)
      if (!row.eventEnabled) await channel.tell(api, row.eventKey, true)
      if (row.enabled === enabled) return
      const { name, recipients } = row
      await channel.change(api, placeOf(row), { name, recipients: [...recipients], enabled })
    },
    invalidates: [keyOf(channel)],
    done: (row) => t(isOn(row) ? 'switch.nowOff' : 'switch.nowOn'),
  })

export const deleteSubscription = (channel: Channel) =>
  defineAction({
    call: (api, row: Subscription) => channel.remove(api, placeOf(row)),
    invalidates: [keyOf(channel)],
    done: () => t('delete.done'),
    deletedIds: ({ id }) => [id],
  })
