import { Avatar, CopyButton, RelativeTime } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { Actions } from '../shared/actions'
import { Facts } from '../shared/facts'
import { Address } from '../shared/person'
import { RoleList } from '../shared/role-list'
import type { TeamUser } from '../wire'
import { ApplicationsCard } from './applications/applications-card'
import { lastDayText } from './expiry'
import { nameOf } from './person'
import { StatusCell } from './status-cell'
import { useUserActions } from './use-user-actions'
import { UserActivity } from './user-activity'
import { UserDanger } from './user-danger'
import classes from './users.module.css'
import { useT } from './users.texts'

export function UserDetails({ user, onRemoved }: { user: TeamUser; onRemoved: () => void }) {
  const t = useT()
  const { actionsFor, dialog } = useUserActions({ isDetails: true })
  const time = (value: string | null | undefined) => (value ? <RelativeTime value={value} /> : t('never'))

  return (
    <Stack gap="xl">
      <div className={classes.person}>
        <Avatar name={nameOf(user)} src={user.profilePictureUrl} size={56} />
        <StatusCell user={user} />
      </div>
      <Facts
        facts={[
          [
            t('drawer.email'),
            <Address key="email">{user.email}</Address>,
            <CopyButton key="copy" value={user.email} label={t('drawer.copyEmail')} />,
          ],
          [t('drawer.phone'), user.phoneNumber],
          [t('columns.roles'), <RoleList key="roles" roles={user.roles} none={t('noRoles')} all />],
          [t('columns.groups'), <RoleList key="groups" roles={user.groups} none={t('noGroups')} all />],
          [t('drawer.twoFactor'), t(user.mfaEnrolled ? 'drawer.on' : 'drawer.off')],
          [t('columns.joinedAt'), time(user.joinedAt)],
          [t('columns.lastSeen'), time(user.lastLogin)],
          [t('columns.managedBy'), t(`managedBy.${user.managedBy}`)],
          [t('drawer.lastDay'), user.temporaryExpirationDate && lastDayText(user.temporaryExpirationDate)],
          [
            t('drawer.id'),
            <code key="id">{user.id}</code>,
            <CopyButton key="copy" value={user.id} label={t('drawer.copyId')} />,
          ],
        ]}
      />
      <Actions actions={actionsFor(user)} />
      <ApplicationsCard user={user} />
      <UserActivity user={user} />
      <UserDanger user={user} onRemoved={onRemoved} />
      {dialog}
    </Stack>
  )
}
