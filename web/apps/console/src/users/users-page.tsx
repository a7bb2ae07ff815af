import { SectionTable } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Outlet } from '@tanstack/react-router'
import { ErasuresButton } from './erasures-button'
import { UsersTabs } from './merges/users-tabs'
import { useColumns } from './use-columns'
import { useUserActions } from './use-user-actions'
import { nameOf } from './users.actions'
import { usersQuery, usersTable } from './users.queries'
import { useT } from './users.texts'

export function UsersPage() {
  const t = useT()
  const api = useApi()
  const { actionsFor, dialog } = useUserActions()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={<ErasuresButton />} />
      <UsersTabs current="people" />
      <SectionTable
        id="people"
        label={t('title')}
        table={usersTable}
        query={(state) => usersQuery(api, state)}
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
