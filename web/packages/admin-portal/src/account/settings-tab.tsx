import { useApi } from '@gatehouse/react'
import { ErrorState } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { usePermissions } from '../shared/permissions'
import { SettingsSkeleton } from '../shared/settings-form'
import { accountQuery } from './account.queries'
import { AccountFacts } from './account-facts'
import { AccountForm } from './account-form'
import { LogoCard } from './logo-card'

export function SettingsTab() {
  const canWrite = usePermissions()('fe.secure.write.accountSettings')
  const account = useQuery(accountQuery(useApi()))
  if (!account.data) {
    return (
      <Stack maw={720}>
        {account.error ? (
          <ErrorState error={account.error} onRetry={() => void account.refetch()} />
        ) : (
          <SettingsSkeleton fields={5} />
        )}
      </Stack>
    )
  }
  return (
    <Stack gap="lg" maw={720}>
      <LogoCard account={account.data} canWrite={canWrite} />
      {canWrite ? <AccountForm account={account.data} /> : <AccountFacts account={account.data} />}
    </Stack>
  )
}
