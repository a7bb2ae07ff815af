import { useApi, usePermissions } from '@gatehouse/react'
import { ErrorState, PageHeader } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SettingsSkeleton } from '../shared/settings-form'
import { accountQuery } from './account.queries'
import { useT } from './account.texts'
import { AccountFacts } from './account-facts'
import { AccountForm } from './account-form'

export function AccountPage() {
  const t = useT()
  const canWrite = usePermissions()('fe.secure.write.accountSettings')
  const account = useQuery(accountQuery(useApi()))
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Stack gap="lg" maw={720}>
        {account.data ? (
          canWrite ? (
            <AccountForm account={account.data} />
          ) : (
            <AccountFacts account={account.data} />
          )
        ) : account.error ? (
          <ErrorState error={account.error} onRetry={() => void account.refetch()} />
        ) : (
          <SettingsSkeleton fields={5} />
        )}
      </Stack>
    </>
  )
}
