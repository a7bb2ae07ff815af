import { FieldRow, failureOf, useTableState } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState, Loading, PageHeader } from '@gatehouse/ui'
import { Button, Card, Select, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { plansQuery } from '../plans/plans.queries'
import { MOST_SHOWN } from '../shared/choice-field'
import { useCreate } from '../shared/create-button'
import { TenantField } from '../shared/tenant-field'
import { entitlementsQuery, entitlementsTable } from './entitlements.queries'
import { useT } from './entitlements.texts'
import { EntitlementsList } from './entitlements-list'
import { GrantDialog } from './grant-dialog'

export function EntitlementsPage() {
  const t = useT()
  const api = useApi()
  const { state, onStateChange } = useTableState(entitlementsTable)
  const { tenant: tenantId = '', plan: planId = '' } = state.filters
  const setFilters = (filters: typeof state.filters) =>
    onStateChange({ ...state, filters: { ...state.filters, ...filters } })
  const { data: plans = [] } = useQuery(plansQuery(api))
  const found = useInfiniteQuery(entitlementsQuery(api, { tenantId, planId }))
  const failure = failureOf(found)
  const rows = found.data?.pages.flatMap((page) => page.rows)
  const create = useCreate({
    label: t('create.button'),
    permission: 'vendor.write.entitlements',
    dialog: (close) => <GrantDialog tenantId={tenantId} onClose={close} />,
  })
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={create.button} />
      <Stack gap="lg">
        <FieldRow>
          <TenantField
            label={t('tenant')}
            placeholder={t('everyTenant')}
            value={tenantId}
            onChange={(tenant) => setFilters({ tenant })}
            clearable
          />
          <Select
            label={t('plan')}
            placeholder={t('everyPlan')}
            value={planId || null}
            onChange={(next) => setFilters({ plan: next ?? '' })}
            data={plans.map(({ id, name }) => ({ value: id, label: name }))}
            searchable
            limit={MOST_SHOWN}
            clearable
          />
        </FieldRow>
        {failure ? (
          <ErrorState error={failure} onRetry={() => void found.refetch()} />
        ) : !rows ? (
          <Loading />
        ) : rows.length === 0 ? (
          <NoEntitlements hasFilters={tenantId !== '' || planId !== ''} create={create.button} />
        ) : (
          <EntitlementsList rows={rows} />
        )}
        {found.hasNextPage && (
          <div>
            <Button variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {t('more')}
            </Button>
          </div>
        )}
      </Stack>
      {create.dialog}
    </>
  )
}

function NoEntitlements({ hasFilters, create }: { readonly hasFilters: boolean; readonly create: ReactNode }) {
  const t = useT()
  const which = hasFilters ? 'none' : 'empty'
  return (
    <Card p={0}>
      <EmptyState drawing={hasFilters ? 'search' : 'card'} title={t(`${which}.title`)} action={create}>
        {t(`${which}.help`)}
      </EmptyState>
    </Card>
  )
}
