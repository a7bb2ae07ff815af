import { Avatar } from '@gatehouse/ui'
import { Group, Stack, Text } from '@mantine/core'
import type { VendorUser } from '../wire'
import { useT } from './erasure.texts'
import { UserStatus } from './user-status'
import { nameOf } from './users.actions'

/** Replaces the details of a user whose data is being erased. */
export function ErasingUser({ user }: { readonly user: VendorUser }) {
  const t = useT()
  return (
    <Stack gap="md">
      <Group gap="md">
        <Avatar name={nameOf(user)} size={56} />
        <UserStatus user={user} />
      </Group>
      <Text>{t('nothingLeft')}</Text>
    </Stack>
  )
}
