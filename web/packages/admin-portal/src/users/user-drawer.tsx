import { useApi, useTenants } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { DetailsDrawer } from '../shared/details-drawer'
import { useParams, usePortalContext } from '../shared/router'
import { nameOf } from './person'
import { UserDetails } from './user-details'
import { userQuery } from './users.queries'
import { useT } from './users.texts'

export function UserDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { activeTenant } = useTenants()
  const { queryClient } = usePortalContext()
  const user = useQuery(userQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={user.data ? nameOf(user.data) : t('drawer.title')}
      query={user}
      tablePath="/users"
      gone={{
        drawing: 'people',
        title: t('drawer.gone', { name: activeTenant?.name ?? '' }),
        children: t('drawer.goneHelp'),
      }}
    >
      {(shown, close) => <UserDetails user={shown} onRemoved={close} />}
    </DetailsDrawer>
  )
}
