import { useApi } from '@gatehouse/react'
import { fieldProps } from '@gatehouse/ui'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { useReadAgain } from '../shared/read-again'
import type { SlackSubscription } from '../wire'
import { t, useT } from './connectivity.texts'
import { eventGroups } from './event-groups'
import { addSlackSubscription, changeSlackSubscription, deleteSlackSubscription } from './slack.actions'
import { channelsQuery, slackQuery } from './slack.queries'
import { eventsQuery } from './subscriptions.queries'

const MOST_EVENTS = 100
const MOST_CHANNELS = 20

const schemaOf = (mayBeEmpty: boolean) =>
  z.object({
    events: z.array(z.string()).min(1, { error: () => t('form.eventMissing') }),
    channels: z.array(z.string()).min(mayBeEmpty ? 0 : 1, { error: () => t('slack.channelMissing') }),
  })

const startOf = (subscription: SlackSubscription | undefined) => {
  const events = subscription?.slackEvents ?? []
  return {
    events: events.map(({ eventKey }) => eventKey),
    channels: [...new Set(events.flatMap(({ channelIds }) => channelIds))],
  }
}

/**
 * Each event keeps its own channels: the dialog shows those of all events together, and only what was added or removed there
 * changes an event. A new event goes to all of them.
 */
function channelsOf(event: SlackEvent | undefined, before: readonly string[], after: readonly string[]): string[] {
  if (!event) return [...after]
  const held = event.channelIds.filter((id) => after.includes(id))
  return [...held, ...after.filter((id) => !before.includes(id) && !held.includes(id))]
}

type SlackEvent = SlackSubscription['slackEvents'][number]

interface SlackDialogProps {
  readonly subscription?: SlackSubscription
  readonly onClose: () => void
}

/**
 * Which events are told in which channels. What an event says instead of the usual stays. Without channels
 * it goes (spec §4).
 */
export function SlackDialog({ subscription, onClose }: SlackDialogProps) {
  const t = useT()
  const api = useApi()
  const events = useQuery(eventsQuery(api))
  const channels = useQuery(channelsQuery(api))
  const add = useAction(addSlackSubscription)
  const change = useAction(changeSlackSubscription)
  const remove = useAction(deleteSlackSubscription)
  const mayBeEmpty = usePermissions()('fe.connectivity.delete.slackSubscriptions') && subscription !== undefined
  const readAgain = useReadAgain()
  const before = subscription?.slackEvents ?? []
  const stored = useRef(subscription)
  const dialog = useDialogForm({
    schema: schemaOf(mayBeEmpty),
    start: startOf(subscription),
    ...(subscription && {
      async current() {
        const { slackSubscriptions } = await readAgain(slackQuery)
        stored.current = slackSubscriptions.find(({ id }) => id === subscription.id) ?? subscription
        return startOf(stored.current)
      },
    }),
    async save(values, _, base) {
      const now = stored.current
      const slackEvents = values.events.map((eventKey) => {
        const event = now?.slackEvents.find((one) => one.eventKey === eventKey)
        return { ...event, eventKey, channelIds: channelsOf(event, base.channels, values.channels) }
      })
      if (now && values.channels.length === 0) await remove.run(now)
      else if (now) await change.run({ ...now, slackEvents })
      else await add.run({ isActive: true, slackEvents })
    },
    refusals: { 'slack.unknown_event': 'events' },
    onClose,
  })
  const known = channels.data ?? []
  const gone = before.flatMap(({ channelIds }) => channelIds).filter((id) => !known.some((one) => one.id === id))
  return (
    <DialogForm
      of={dialog}
      title={subscription ? t('slack.editTitle') : t('create.title')}
      description={t('slack.private')}
      submitLabel={t(subscription ? 'edit.submit' : 'create.submit')}
    >
      <Field of={dialog} name="events">
        {({ error, value, ...input }) => (
          <MultiSelect
            {...fieldProps({ label: t('form.events'), error: error ?? events.error?.message })}
            {...input}
            value={value}
            placeholder={value.length === 0 ? t('form.eventsPlaceholder') : undefined}
            data={eventGroups(events.data ?? [])}
            maxValues={MOST_EVENTS}
            searchable
            clearable={false}
            maxDropdownHeight={280}
            disabled={events.isPending}
          />
        )}
      </Field>
      <Field of={dialog} name="channels">
        {({ error, value, ...input }) => (
          <MultiSelect
            {...fieldProps({
              label: t('slack.channels'),
              ...(mayBeEmpty && { help: t('slack.channelsNone') }),
              error: error ?? channels.error?.message,
            })}
            {...input}
            value={value}
            placeholder={value.length === 0 ? t('slack.channelsPlaceholder') : undefined}
            data={[
              ...known.map(({ id, name }) => ({ value: id, label: `#${name}` })),
              ...[...new Set(gone)].map((id) => ({ value: id, label: id })),
            ]}
            limit={100}
            maxValues={MOST_CHANNELS}
            searchable
            clearable={false}
            maxDropdownHeight={280}
            disabled={channels.isPending}
          />
        )}
      </Field>
    </DialogForm>
  )
}
