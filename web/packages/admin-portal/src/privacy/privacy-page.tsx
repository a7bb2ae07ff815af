import { PageHeader } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { useAppearance } from '../shared/appearance'
import { ConsentsCard } from './consents/consents-card'
import { FactorsCard } from './factors/factors-card'
import { PasskeysCard } from './passkeys/passkeys-card'
import { PasswordCard } from './password-card'
import { PhonesCard } from './phones/phones-card'
import { useT } from './privacy.texts'
import { SessionsCard } from './sessions-card'

export function PrivacyPage() {
  const t = useT()
  const appearance = useAppearance('privacy')
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Stack gap="lg" maw={720}>
        <PasswordCard />
        {appearance('mfa') !== 'hidden' && <FactorsCard />}
        <PasskeysCard />
        <PhonesCard />
        {appearance('loginSessions') !== 'hidden' && <SessionsCard />}
        <ConsentsCard />
      </Stack>
    </>
  )
}
