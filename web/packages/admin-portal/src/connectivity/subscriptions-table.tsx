import { useApi } from '@gatehouse/react'
import type { Column } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { localPage } from '../shared/local-page'
import { usePermissions } from '../shared/permissions'
import { SectionTable } from '../shared/section-table'
import { EventCell, RecipientsCell, StatusCell } from './cells'
import type { Channel } from './channels'
import classes from './connectivity.module.css'
import { useT } from './connectivity.texts'
import { SubscriptionDialog } from './subscription-dialog'
import { type Subscription, subscriptionsQuery, subscriptionsTable } from './subscriptions.queries'
import { useEventName } from './use-event-name'
import { useSubscriptionActions } from './use-subscription-actions'

/** Who is told of which event by this channel. */
export function SubscriptionsTable({ channel }: { channel: Channel }) {
  const t = useT()
  const api = useApi()
  const can = usePermissions()
  const nameOf = useEventName()
  const [creating, setCreating] = useState(false)
  const { actionsFor, dialog } = useSubscriptionActions(channel)
  const reading = {
    text: ({ eventKey, name, recipients }: Subscription) => `${nameOf(eventKey)} ${name} ${recipients.join(' ')}`,
    sorts: { event: ({ eventKey }: Subscription) => nameOf(eventKey).toLowerCase() },
    filters: {},
  }
  const create = can(channel.writes) && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      {create && <div className={classes.action}>{create}</div>}
      <SectionTable
        id={`connectivity-${channel.name}`}
        label={t(`${channel.name}.tab`)}
        table={subscriptionsTable}
        query={(state) => ({
          ...subscriptionsQuery(api, channel),
          select: (rows: Subscription[]) => localPage(rows, state, reading),
        })}
        columns={useColumns()}
        rowLabel={({ eventKey }) => nameOf(eventKey)}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{
          drawing: 'people',
          title: t(`${channel.name}.empty`),
          children: create ? t(`${channel.name}.help`) : t('readHelp'),
          action: create,
        }}
      />
      {dialog}
      {creating && <SubscriptionDialog channel={channel} onClose={() => setCreating(false)} />}
    </>
  )
}

function useColumns(): Column<Subscription>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'event', header: t('columns.event'), sortable: true, cell: (row) => <EventCell row={row} /> },
      { id: 'recipients', header: t('columns.recipients'), cell: (row) => <RecipientsCell row={row} /> },
      { id: 'status', header: t('columns.status'), cell: (row) => <StatusCell row={row} /> },
    ],
    [t],
  )
}
