import { useApi, useTenants } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { descriptionOf } from '../shared/description-of'
import { SectionTable } from '../shared/section-table'
import { useTableState } from '../shared/table-state'
import { auditsQuery, auditsTable } from './audits.queries'
import { useT } from './audits.texts'
import { DaysChart } from './days-chart'
import { ExportButton } from './export-button'
import { Figures } from './figures'
import { SearchedTo } from './searched-to'
import { useColumns } from './use-columns'

export function AuditsPage() {
  const t = useT()
  const api = useApi()
  const { activeTenant } = useTenants()
  const { state, onStateChange } = useTableState(auditsTable)
  const { data } = useQuery(auditsQuery(api, state))
  return (
    <>
      <PageHeader
        title={t('title')}
        purpose={t('purpose', { name: activeTenant?.name ?? '' })}
        action={<ExportButton state={state} total={data?.searchedTo ? undefined : data?.total} />}
      />
      <Figures />
      <DaysChart />
      <SectionTable
        id="audits"
        label={t('title')}
        table={auditsTable}
        query={(shown) => auditsQuery(api, shown)}
        detailsPath="/audits"
        columns={useColumns()}
        rowLabel={descriptionOf}
        searchLabel={t('search')}
        empty={{ drawing: 'list', title: t('empty.title'), children: t('empty.help') }}
      />
      {data?.searchedTo && (
        <SearchedTo when={data.searchedTo} total={data.total} state={state} onStateChange={onStateChange} />
      )}
      <Outlet />
    </>
  )
}
