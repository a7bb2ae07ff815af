import { localPage, SectionTable, useEditAndDelete } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import type { Column } from '@gatehouse/ui'
import { useMemo } from 'react'
import { CatalogPage } from '../shared/catalog-page'
import { useCreate } from '../shared/create-button'
import { EventDialog } from './event-dialog'
import { deleteEvent, type EventRow, type Events, eventsQuery, eventsTable, rowsOf } from './events.queries'
import { useT } from './events.texts'

const CHANGE = 'vendor.write.configuration'

const READING = {
  text: ({ name, key, category, description }: EventRow) => `${name} ${key} ${category} ${description}`,
  sorts: {
    name: ({ name }: EventRow) => name,
    key: ({ key }: EventRow) => key,
    category: ({ category }: EventRow) => category,
  },
  filters: {},
}

/** Events that the vendor's backend triggers and tenants subscribe to. */
export function EventsPage() {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = useEditAndDelete<EventRow>({
    change: CHANGE,
    t,
    editor: (event, close) => <EventDialog event={event} onClose={close} />,
    deletion: { action: deleteEvent },
  })
  const create = useCreate({
    label: t('create.button'),
    permission: CHANGE,
    dialog: (close) => <EventDialog onClose={close} />,
  })
  return (
    <CatalogPage t={t} tables={['events']} create={create}>
      <SectionTable
        id="events"
        label={t('title')}
        table={eventsTable}
        query={(state) => ({
          ...eventsQuery(api),
          select: (events: Events) => localPage(rowsOf(events), state, READING),
        })}
        columns={useColumns()}
        rowLabel={({ name }) => name}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{ drawing: 'list', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
      {dialog}
    </CatalogPage>
  )
}

function useColumns(): Column<EventRow>[] {
  const t = useT()
  return useMemo(
    () => [
      { id: 'name', header: t('columns.name'), sortable: true, cell: ({ name }) => name },
      { id: 'key', header: t('columns.key'), sortable: true, wrap: true, cell: ({ key }) => <code>{key}</code> },
      { id: 'category', header: t('columns.category'), sortable: true, cell: ({ category }) => category },
      { id: 'description', header: t('columns.description'), wrap: true, cell: ({ description }) => description },
    ],
    [t],
  )
}
