import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import type { Tenant } from '../wire'
import { DetailsPart, PartRow } from './details-part'
import { applicationsQuery } from './parts.queries'
import { useT } from './tenants.texts'

/** Applications assigned to the tenant, and which users have access. */
export function TenantApplications({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  return (
    <DetailsPart
      title={t('applications.title')}
      query={useQuery(applicationsQuery(useApi(), tenant.id))}
      none={t('applications.none')}
      rowsOf={(given) =>
        given.map(({ id, name, accessType }) => (
          <PartRow
            key={id}
            name={name}
            about={t(accessType === 'FREE_ACCESS' ? 'applications.free' : 'applications.managed')}
          />
        ))
      }
    />
  )
}
