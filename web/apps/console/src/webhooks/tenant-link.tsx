import { Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { tenantNamesQuery } from '../tenants/names.queries'
import { useT } from './webhooks.texts'

/** A deleted tenant has no name. */
export function TenantLink({ id }: { readonly id: string }) {
  const t = useT()
  const mayRead = usePermissions()('vendor.read.tenants')
  const { data: names } = useQuery({ ...tenantNamesQuery(useApi(), [id]), enabled: mayRead })
  const name = names?.get(id)
  if (name)
    return (
      <Link to="/tenants/$id" params={{ id }}>
        {name}
      </Link>
    )
  return <span>{names ? t('goneTenant') : id}</span>
}
