import { useApi, useTenants } from '@gatehouse/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DetailsDrawer } from '../shared/details-drawer'
import { useParams } from '../shared/router'
import { UserDetails } from './user-details'
import { userQuery } from './users.queries'
import { useT } from './users.texts'

export function UserDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { activeTenant } = useTenants()
  return (
    <DetailsDrawer
      title={t('drawer.title')}
      query={useQuery(userQuery(useApi(), useQueryClient(), id))}
      tablePath="/users"
      gone={{
        drawing: 'people',
        title: t('drawer.gone', { name: activeTenant?.name ?? '' }),
        children: t('drawer.goneHelp'),
      }}
    >
      {(user, close) => <UserDetails user={user} onRemoved={close} />}
    </DetailsDrawer>
  )
}
