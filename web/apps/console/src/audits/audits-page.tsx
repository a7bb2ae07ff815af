import { descriptionOf, SectionTable, useTableState } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { auditsQuery, auditsTable } from './audits.queries'
import { useT } from './audits.texts'
import { SealStatus } from './seal-status'
import { SearchLimit } from './search-limit'
import { useColumns } from './use-columns'

export function AuditsPage() {
  const t = useT()
  const api = useApi()
  const { state, onStateChange } = useTableState(auditsTable)
  const { data } = useQuery(auditsQuery(api, state))
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <SealStatus />
      <SectionTable
        id="console-audits"
        label={t('title')}
        table={auditsTable}
        query={(shown) => auditsQuery(api, shown)}
        detailsPath="/audits"
        columns={useColumns(data?.items ?? [])}
        rowLabel={descriptionOf}
        searchLabel={t('search')}
        empty={{ drawing: 'list', title: t('empty.title'), children: t('empty.help') }}
      />
      {data?.searchedTo && <SearchLimit when={data.searchedTo} state={state} onStateChange={onStateChange} />}
      <Outlet />
    </>
  )
}
