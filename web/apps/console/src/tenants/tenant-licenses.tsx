import { Link, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { IssueDialog } from '../licenses/issue-dialog'
import { LicenseState } from '../licenses/license-state'
import { tenantLicensesQuery } from '../licenses/licenses.queries'
import type { Tenant } from '../wire'
import { DetailsPart, PartRow } from './details-part'
import { useT } from './tenants.texts'

/** Licenses of the tenant. */
export function TenantLicenses({ tenant }: { readonly tenant: Tenant }) {
  const t = useT()
  const canWrite = usePermissions()('vendor.write.licenses')
  const [isIssuing, setIssuing] = useState(false)
  return (
    <>
      <DetailsPart
        title={t('licenses.title')}
        query={useQuery(tenantLicensesQuery(useApi(), tenant.id))}
        none={t('licenses.none')}
        add={canWrite && { label: t('licenses.issue'), onClick: () => setIssuing(true) }}
        rowsOf={({ items, total }) => [
          ...items.map((license) => (
            <PartRow
              key={license.id}
              name={<Link to={`/licenses/all/${license.id}`}>{license.name}</Link>}
              about={
                <Group component="span" gap="xs" justify="flex-end">
                  {t('licenses.seats', { count: license.maxSeats })}
                  <LicenseState state={license.state} />
                </Group>
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
      {isIssuing && <IssueDialog tenantId={tenant.id} onClose={() => setIssuing(false)} />}
    </>
  )
}
