import { ApiError } from '@gatehouse/api'
import { useTenants } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading } from '@gatehouse/ui'
import { Button, Drawer } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../shared/api'
import { useNavigate, useParams, useSearch } from '../shared/router'
import { UserDetails } from './user-details'
import { userQuery } from './users.queries'
import { useT } from './users.texts'

/** One person beside the list, under an address of their own. */
export function UserDrawer() {
  const t = useT()
  const navigate = useNavigate()
  const { userId = '' } = useParams()
  const search = useSearch()
  const { activeTenant } = useTenants()
  const user = useQuery(userQuery(useApi(), useQueryClient(), userId))
  const close = () => void navigate({ to: '/users', search, resetScroll: false })
  const isGone = user.error instanceof ApiError && [400, 404].includes(user.error.status)

  return (
    <Drawer opened onClose={close} size={440} title={t('drawer.title')}>
      {user.data && !user.error ? (
        <UserDetails user={user.data} onRemoved={close} />
      ) : isGone ? (
        <EmptyState
          drawing="people"
          title={t('drawer.gone', { name: activeTenant?.name ?? '' })}
          action={
            <Button variant="default" onClick={close}>
              {t('drawer.back')}
            </Button>
          }
        >
          {t('drawer.goneHelp')}
        </EmptyState>
      ) : user.error ? (
        <ErrorState error={user.error} onRetry={() => void user.refetch()} />
      ) : (
        <Loading />
      )}
    </Drawer>
  )
}
