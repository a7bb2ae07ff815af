import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { DetailsDrawer } from '../shared/details-drawer'
import { useParams, usePortalContext } from '../shared/router'
import { GroupDetails } from './group-details'
import { groupQuery } from './groups.queries'
import { useT } from './groups.texts'

export function GroupDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = usePortalContext()
  const group = useQuery(groupQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={group.data?.name ?? t('drawer.title')}
      query={group}
      tablePath="/groups"
      gone={{ drawing: 'people', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown, close) => <GroupDetails group={shown} onDeleted={close} />}
    </DetailsDrawer>
  )
}
