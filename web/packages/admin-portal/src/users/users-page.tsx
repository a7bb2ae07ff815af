import { useTenants } from '@gatehouse/react'
import { PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermissions } from '../shared/permissions'
import { InviteDialog } from './invite-dialog'
import { useT } from './users.texts'
import { UsersTable } from './users-table'

export function UsersPage() {
  const t = useT()
  const can = usePermissions()
  const { activeTenant } = useTenants()
  const [inviting, setInviting] = useState(false)
  const invite = can('fe.secure.write.users') && (
    <Button leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setInviting(true)}>
      {t('invite.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: activeTenant?.name ?? '' })} action={invite} />
      <UsersTable invite={invite} />
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      <Outlet />
    </>
  )
}
