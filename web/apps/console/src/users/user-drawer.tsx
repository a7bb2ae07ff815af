import { DetailsDrawer, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '../use-console-context'
import { ErasingUser } from './erasing-user'
import { UserDetails } from './user-details'
import { nameOf } from './users.actions'
import { userQuery } from './users.queries'
import { useT } from './users.texts'

export function UserDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = useConsoleContext()
  const user = useQuery(userQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={user.data ? nameOf(user.data) : t('drawer.title')}
      query={user}
      tablePath="/people"
      gone={{ drawing: 'people', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown) => (shown.erasingSince ? <ErasingUser user={shown} /> : <UserDetails user={shown} />)}
    </DetailsDrawer>
  )
}
