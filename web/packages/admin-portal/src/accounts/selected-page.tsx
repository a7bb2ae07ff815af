import { ApiError } from '@gatehouse/api'
import { useApi, useTenants } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '../shared/router'
import { accountQuery } from './accounts.queries'
import { useT } from './accounts.texts'
import { SelectedAccount } from './selected-account'

/** One account of the tree, under an address of its own. */
export function SelectedPage() {
  const t = useT()
  const navigate = useNavigate()
  const { id = '' } = useParams()
  const { activeTenant } = useTenants()
  const account = useQuery(accountQuery(useApi(), id))
  const closeAccount = () => void navigate({ to: '/accounts', search: {} })
  const isNone = account.error instanceof ApiError && account.error.status === 400
  if (account.data) {
    return <SelectedAccount account={account.data} isOwn={activeTenant?.tenantId === id} onDeleted={closeAccount} />
  }
  if (account.data === null || isNone) {
    return (
      <EmptyState
        drawing="search"
        title={t('details.gone')}
        action={
          <Button variant="default" onClick={closeAccount}>
            {t('details.back')}
          </Button>
        }
      >
        {t('details.goneHelp')}
      </EmptyState>
    )
  }
  return account.error ? <ErrorState error={account.error} onRetry={() => void account.refetch()} /> : <Loading />
}
