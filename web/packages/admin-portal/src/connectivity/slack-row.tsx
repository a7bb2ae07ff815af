import { ConfirmDialog, formatList, type RowAction, RowMenu } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { InstantToggle } from '../shared/instant-toggle'
import { usePermissions } from '../shared/permissions'
import type { SlackSubscription } from '../wire'
import classes from './connectivity.module.css'
import { useT } from './connectivity.texts'
import { deleteSlackSubscription, switchSlackSubscription } from './slack.actions'
import { SlackDialog } from './slack-dialog'
import { useChannelName } from './use-channel-name'
import { useEventName } from './use-event-name'

/** One subscription: its events, and where each is told. */
export function SlackRow({ subscription }: { subscription: SlackSubscription }) {
  const t = useT()
  const can = usePermissions()
  const eventName = useEventName()
  const channelName = useChannelName()
  const remove = useAction(deleteSlackSubscription)
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const mayChange = can('fe.connectivity.write.updateSlackSubscription')
  const events = subscription.slackEvents.map(({ eventKey }) => eventName(eventKey))
  const title = formatList(events)
  const channels = [...new Set(subscription.slackEvents.flatMap(({ channelIds }) => channelIds))].map(channelName)

  const actions: RowAction[] = []
  if (mayChange) actions.push({ label: t('actions.edit'), icon: IconEdit, onClick: () => setOpen('edit') })
  if (can('fe.connectivity.delete.slackSubscriptions'))
    actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: () => setOpen('delete'), danger: true })

  return (
    <li>
      <div className={classes.event}>
        <span className={classes.name}>{title}</span>
        <span className={classes.second}>{formatList(channels)}</span>
      </div>
      <div className={classes.controls}>
        <InstantToggle
          label={t('slack.active')}
          checked={subscription.isActive}
          action={switchSlackSubscription(subscription)}
          done={(isActive) => t(isActive ? 'switch.nowOn' : 'switch.nowOff')}
          disabled={!mayChange}
        />
        {actions.length > 0 && <RowMenu label={t('actions.of', { event: title })} actions={actions} />}
      </div>
      {open === 'edit' && <SlackDialog subscription={subscription} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => remove.run(subscription)}
          title={t('delete.title', { event: title })}
          verb={t('delete.verb')}
        >
          {t('delete.text')}
        </ConfirmDialog>
      )}
    </li>
  )
}
