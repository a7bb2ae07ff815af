import { SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Outlet } from '@tanstack/react-router'
import { ErasuresButton } from './erasures-button'
import { PeopleTabs } from './merges/people-tabs'
import { nameOf } from './people.actions'
import { peopleQuery, peopleTable } from './people.queries'
import { useT } from './people.texts'
import { useColumns } from './use-columns'
import { usePersonActions } from './use-person-actions'

export function PeoplePage() {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = usePersonActions()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={<ErasuresButton />} />
      <PeopleTabs current="people" />
      <SectionTable
        id="people"
        label={t('title')}
        table={peopleTable}
        query={(state) => peopleQuery(api, state)}
        detailsPath="/people"
        columns={useColumns()}
        rowLabel={nameOf}
        searchLabel={t('search')}
        rowActions={actionsFor}
        empty={{ drawing: 'people', title: t('empty.title'), children: t('empty.help') }}
      />
      {dialog}
      <Outlet />
    </>
  )
}
