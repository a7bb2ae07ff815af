import { SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { connectionsQuery, connectionsTable } from './connections.queries'
import { useT } from './connections.texts'
import { useColumns, useConnectionName } from './use-columns'

export function ConnectionsPage() {
  const t = useT()
  const api = useApi()
  const nameOf = useConnectionName()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <SectionTable
        id="connections"
        label={t('title')}
        table={connectionsTable}
        query={(state) => connectionsQuery(api, state)}
        columns={useColumns()}
        rowLabel={nameOf}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help') }}
      />
    </>
  )
}
