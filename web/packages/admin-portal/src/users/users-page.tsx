import { useApi, useTenants } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Button, Group } from '@mantine/core'
import { IconLink, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { InviteDialog } from './invite-dialog'
import { inviteConfigurationQuery } from './invite-link.queries'
import { InviteLinkDialog } from './invite-link-dialog'
import { RecentInviteNotice, RecentInvitesProvider } from './recent-invites'
import { useT } from './users.texts'
import { UsersTable } from './users-table'

export function UsersPage() {
  const t = useT()
  const can = usePermissions()
  const { activeTenant } = useTenants()
  const [open, setOpen] = useState<'invite' | 'link'>()
  const canLink = can('fe.secure.write.tenantInvites')
  const links = useQuery({ ...inviteConfigurationQuery(useApi()), enabled: canLink }).data
  const close = () => setOpen(undefined)
  const invite = can('fe.secure.write.users') && (
    <Button leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpen('invite')}>
      {t('invite.button')}
    </Button>
  )
  const link = canLink && links?.tenantInvitationsAllowed && (
    <Button
      variant="default"
      leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
      onClick={() => setOpen('link')}
    >
      {t('link.button')}
    </Button>
  )
  return (
    <RecentInvitesProvider>
      <PageHeader
        title={t('title')}
        purpose={t('purpose', { name: activeTenant?.name ?? '' })}
        action={
          (invite || link) && (
            <Group gap="xs">
              {link}
              {invite}
            </Group>
          )
        }
      />
      <RecentInviteNotice />
      <UsersTable invite={invite} />
      {open === 'invite' && <InviteDialog onClose={close} />}
      {open === 'link' && <InviteLinkDialog onClose={close} />}
      <Outlet />
    </RecentInvitesProvider>
  )
}
