import type { ApiClient } from '@gatehouse/api'
import { changeSettings, readSettings, settingsQuery } from '../../shared/settings.queries'
import { t } from './columns.texts'

/** A column of the document; its other settings are kept. */
export interface Column {
  readonly name: string
  readonly displayName?: string
  readonly showInTable?: boolean
}

interface PortalTable {
  readonly audits?: { readonly properties?: readonly Column[] }
}

export const columnsQuery = (api: ApiClient) => ({ ...settingsQuery<PortalTable>(api, 'portal'), select: columnsOf })
export const readColumns = async (api: ApiClient) => columnsOf(await readSettings<PortalTable>(api, 'portal'))

function columnsOf(table: PortalTable): readonly Column[] {
  return table.audits?.properties ?? []
}

export const isShown = ({ showInTable }: Column) => showInTable !== false

export const saveColumns = changeSettings(() => t('saved'))

/** The list is replaced as a whole, so columns that were not changed are sent with their current value. */
export const columnsChange = (columns: readonly Column[], changed: Readonly<Record<string, boolean>>) => ({
  table: 'portal' as const,
  values: {
    audits: {
      properties: columns.map((one) => {
        const showInTable = changed[one.name]
        return showInTable === undefined ? one : { ...one, showInTable }
      }),
    },
  },
})
