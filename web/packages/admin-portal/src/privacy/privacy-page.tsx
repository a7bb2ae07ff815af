import { PageHeader } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { PasswordCard } from './password-card'
import { useT } from './privacy.texts'
import { SessionsCard } from './sessions-card'

export function PrivacyPage() {
  const t = useT()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Stack gap="lg" maw={720}>
        <PasswordCard />
        <SessionsCard />
      </Stack>
    </>
  )
}
