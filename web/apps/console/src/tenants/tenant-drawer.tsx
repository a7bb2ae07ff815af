import { DetailsDrawer, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '../use-console-context'
import { TenantDetails } from './tenant-details'
import { tenantQuery } from './tenants.queries'
import { useT } from './tenants.texts'

export function TenantDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = useConsoleContext()
  const tenant = useQuery(tenantQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={tenant.data?.name ?? t('drawer.title')}
      query={tenant}
      tablePath="/tenants"
      gone={{ drawing: 'people', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown, close) => <TenantDetails tenant={shown} onDeleted={close} />}
    </DetailsDrawer>
  )
}
