import { useApi } from '@gatehouse/react'
import { ActionTable } from '../shared/action-table'
import { licensesQuery, licensesTable } from './licenses.queries'
import { useT } from './licenses.texts'
import { useColumns } from './use-columns'
import { useLicenseActions } from './use-license-actions'

/** Licenses of all tenants. */
export function LicensesTab() {
  const t = useT()
  const api = useApi()
  return (
    <ActionTable
      id="console-licenses"
      label={t('title')}
      table={licensesTable}
      query={(state) => licensesQuery(api, state)}
      detailsPath="/licenses/all"
      columns={useColumns()}
      searchLabel={t('search')}
      actions={useLicenseActions()}
      empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help') }}
    />
  )
}
