import { SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Outlet } from '@tanstack/react-router'
import { licensesQuery, licensesTable } from './licenses.queries'
import { useT } from './licenses.texts'
import { useColumns } from './use-columns'
import { useLicenseActions } from './use-license-actions'

/** The licenses of every tenant. */
export function LicensesTab() {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = useLicenseActions()
  return (
    <>
      <SectionTable
        id="console-licenses"
        label={t('title')}
        table={licensesTable}
        query={(state) => licensesQuery(api, state)}
        detailsPath="/licenses/all"
        columns={useColumns()}
        rowLabel={({ name }) => name}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help') }}
      />
      {dialog}
      <Outlet />
    </>
  )
}
