import { useApi } from '@gatehouse/react'
import { ErrorState } from '@gatehouse/ui'
import { Card, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '../shared/facts'
import { usePermissions } from '../shared/permissions'
import { SettingsSkeleton } from '../shared/settings-form'
import type { AccountSettings } from '../wire'
import { accountQuery } from './account.queries'
import { useT } from './account.texts'
import { CustomLoginForm } from './custom-login-form'

export function CustomLoginTab() {
  const can = usePermissions()
  const account = useQuery(accountQuery(useApi()))
  const canWrite = can('fe.secure.write.accountSettings') && can('fe.account-settings.write.custom-login-box')
  return (
    <Stack maw={720}>
      {account.data ? (
        canWrite ? (
          <CustomLoginForm account={account.data} />
        ) : (
          <CustomLoginFacts account={account.data} />
        )
      ) : account.error ? (
        <ErrorState error={account.error} onRetry={() => void account.refetch()} />
      ) : (
        <SettingsSkeleton fields={3} />
      )}
    </Stack>
  )
}

function CustomLoginFacts({ account }: { account: AccountSettings }) {
  const t = useT()
  return (
    <Card component="section" aria-labelledby="custom-login">
      <Title order={2} size="h3" id="custom-login">
        {t('customLogin.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('customLogin.readOnly')}
      </Text>
      <Facts
        facts={[
          [t('customLogin.title'), t(account.hasCustomLogin ? 'customLogin.on' : 'customLogin.off')],
          [t('customLogin.alias'), account.alias],
          [t('customLogin.loginUrl'), account.loginUrl],
          [t('customLogin.applicationUrl'), account.applicationUrl],
        ]}
      />
    </Card>
  )
}
