import { Link } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Tenant } from '../wire'
import { DetailsPart, PartRow } from './details-part'
import { belowQuery } from './parts.queries'
import { useT } from './tenants.texts'

export function SubTenants({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  return (
    <DetailsPart
      title={t('below.title')}
      query={useQuery(belowQuery(useApi(), tenant.id))}
      none={t('below.none')}
      rowsOf={({ items, total }) => [
        ...items.map(({ id, name }) => (
          <PartRow
            key={id}
            name={
              <Link to="/tenants/$id" params={{ id }}>
                {name}
              </Link>
            }
          />
        )),
        ...(total > items.length
          ? [
              <Text key="more" c="dimmed">
                {t('below.more', { count: total - items.length })}
              </Text>,
            ]
          : []),
      ]}
    />
  )
}
