import { defineAction, defineTable } from '@gatehouse/admin-portal/kit'
import type { ApiClient } from '@gatehouse/api'
import { patchSettings, readSettings, SETTINGS, settingsQuery } from '../shared/settings.queries'
import { t } from './events.texts'

const TABLE = 'events' as const
/** Webhooks list these events. */
const invalidates = [SETTINGS, ['event-categories']]

/** An event of the document, by its key. */
export interface EventEntry {
  readonly name: string
  readonly description?: string
  readonly category?: string
}

export type Events = Readonly<Record<string, EventEntry>>

export interface EventRow extends Required<EventEntry> {
  readonly id: string
  readonly key: string
}

export const eventsTable = defineTable({ start: { sort: 'name', order: 'asc' } })

/** The server allows at most 500. */
export const eventsQuery = (api: ApiClient) => settingsQuery<Events>(api, TABLE)
export const readEvents = (api: ApiClient) => readSettings<Events>(api, TABLE)

export const rowsOf = (events: Events): EventRow[] => Object.entries(events).map(([key, entry]) => rowOf(key, entry))

export const rowOf = (key: string, { name, description = '', category = '' }: EventEntry): EventRow => ({
  id: key,
  key,
  name,
  description,
  category,
})

interface Change {
  readonly key: string
  readonly name: string
  /** Changed fields, or all fields of a new event. */
  readonly values: Partial<EventEntry>
  readonly isNew: boolean
}

export const saveEvent = defineAction({
  call: (api, { key, values }: Change) => patchSettings(api, { table: TABLE, values: { [key]: values } }),
  invalidates,
  done: ({ name, isNew }) => t(isNew ? 'create.done' : 'edit.done', { name }),
})

export const deleteEvent = defineAction({
  call: (api, { key }: EventRow) => patchSettings(api, { table: TABLE, remove: [key] }),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})
