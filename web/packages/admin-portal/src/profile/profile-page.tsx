import { useAuthUser } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { LeaveCard } from './leave-card'
import { PictureCard } from './picture-card'
import { useT } from './profile.texts'
import { ProfileForm } from './profile-form'

export function ProfilePage() {
  const t = useT()
  const user = useAuthUser()
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <Stack gap="lg" maw={720}>
        <PictureCard user={user} />
        <ProfileForm user={user} />
        <LeaveCard />
      </Stack>
    </>
  )
}
