import { defineAction, refusedValue } from '@gatehouse/admin-portal/kit'
import type { ApiClient } from '@gatehouse/api'
import type { Json } from '../../shared/merge-patch'
import { changeSettings, patchSettings, readSettings, SETTINGS, settingsQuery } from '../../shared/settings.queries'
import { t } from './entries.texts'

export const TABLE = 'portal' as const

export type Entries = Readonly<Record<string, Json>>

export const entriesQuery = (api: ApiClient) => settingsQuery<Entries>(api, TABLE)
export const readEntries = (api: ApiClient) => readSettings<Entries>(api, TABLE)

interface Change {
  readonly name: string
  /** Merge patch (RFC 7396): null deletes a value. */
  readonly patch: Json
}

export const saveEntry = defineAction({
  call: (api, { name, patch }: Change) =>
    patchSettings(
      api,
      { table: TABLE, values: { [name]: patch } },
      {
        names: { [name]: 'entry', configuration: 'entry', properties: 'entry' },
        // The path of the value within the entry.
        said: (place, text) => [place.split('.').slice(2).join('.'), refusedValue(text)].filter(Boolean).join(': '),
      },
    ),
  invalidates: [SETTINGS],
  done: ({ name }) => t('saved', { name }),
})

export const removeEntry = changeSettings(({ name = '' }) => t('removed', { name }))
