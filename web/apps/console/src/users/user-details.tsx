import { Actions, Facts } from '@gatehouse/admin-portal/kit'
import { Avatar, CopyButton, RelativeTime } from '@gatehouse/ui'
import { Group, Stack } from '@mantine/core'
import type { VendorUser } from '../wire'
import { UserContacts } from './contacts/user-contacts'
import { useUserActions } from './use-user-actions'
import { UserCredentials } from './user-credentials'
import { UserRights } from './user-rights'
import { UserSessions } from './user-sessions'
import { UserStatus } from './user-status'
import { UserTenants } from './user-tenants'
import { nameOf } from './users.actions'
import { useT } from './users.texts'

export function UserDetails({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const { actionsFor, dialog } = useUserActions()
  const lastLogin = user.lastLogin ? <RelativeTime value={user.lastLogin} /> : t('never')
  const yesNo = (is: boolean) => t(is ? 'drawer.yes' : 'drawer.no')
  return (
    <Stack gap="xl">
      <Group gap="md">
        <Avatar name={nameOf(user)} src={user.profilePictureUrl} size={56} />
        <UserStatus user={user} />
      </Group>
      <Facts
        facts={[
          [t('drawer.email'), user.email, <CopyButton key="copy" value={user.email} label={t('drawer.copyEmail')} />],
          [t('drawer.username'), user.username],
          [t('drawer.phone'), user.phoneNumber],
          [t('drawer.verified'), yesNo(user.verified)],
          [t('drawer.twoFactor'), yesNo(user.mfaEnrolled)],
          [t('drawer.provider'), <code key="provider">{user.provider}</code>],
          [t('drawer.externalId'), user.externalId && <code key="external">{user.externalId}</code>],
          [t('columns.lastLogin'), lastLogin],
          [t('columns.createdAt'), <RelativeTime key="created" value={user.createdAt} />],
          [
            t('drawer.id'),
            <code key="id">{user.id}</code>,
            <CopyButton key="copy" value={user.id} label={t('drawer.copyId')} />,
          ],
        ]}
      />
      <Actions actions={actionsFor(user)} />
      <UserContacts user={user} />
      <UserTenants user={user} />
      <UserSessions user={user} />
      <UserCredentials user={user} />
      <UserRights user={user} />
      {dialog}
    </Stack>
  )
}
