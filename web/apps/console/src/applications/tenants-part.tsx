import { usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState, Loading } from '@gatehouse/ui'
import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../wire'
import { tenantsOfQuery } from './applications.queries'
import { useT } from './applications.texts'
import { AssignTenantDialog } from './assign-tenant-dialog'
import { UnassignTenantDialog } from './unassign-tenant-dialog'

/**
 * Tenants that the application is assigned to. The default application is available to all tenants, so it has no
 * assignments.
 */
export function TenantsPart({ application }: { readonly application: Application }) {
  const t = useT()
  const can = usePermissions()
  const canChange = can('vendor.write.applications')
  const [giving, setGiving] = useState(false)
  const [taking, setTaking] = useState<{ readonly id: string; readonly name: string }>()
  const { data, error, refetch } = useQuery(tenantsOfQuery(useApi(), application.id))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />
  const rest = data.total - data.named.length
  return (
    <section>
      <Title order={3} size="h3" mb={4}>
        {t('tenants.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t(application.accessType === 'FREE_ACCESS' ? 'tenants.all' : 'tenants.selected')}
      </Text>
      {data.total === 0 && <Text mb="sm">{t('tenants.none')}</Text>}
      <Stack gap={4} mb="sm">
        {data.named.map(({ id, name }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Text>{name}</Text>
            {canChange && (
              <ActionIcon
                variant="subtle"
                aria-label={t('tenants.take', { name })}
                onClick={() => setTaking({ id, name })}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        ))}
        {rest > 0 && <Text c="dimmed">{t('tenants.more', { count: rest })}</Text>}
      </Stack>
      {canChange && (
        <Button variant="default" onClick={() => setGiving(true)}>
          {t('tenants.add')}
        </Button>
      )}
      {taking && (
        <UnassignTenantDialog application={application} tenant={taking} onClose={() => setTaking(undefined)} />
      )}
      {giving && <AssignTenantDialog appId={application.id} onClose={() => setGiving(false)} />}
    </section>
  )
}
