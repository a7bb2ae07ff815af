import { deviceOf, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { RelativeTime, StatusBadge } from '@gatehouse/ui'
import { Group } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DetailsPart, PartRow } from '../tenants/details-part'
import type { UserSession, VendorUser } from '../wire'
import { endSession } from './security.actions'
import { sessionsQuery } from './security.queries'
import { useT } from './users.texts'

/** Active sessions of a user. */
export function UserSessions({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const sessions = useQuery(sessionsQuery(useApi(), user.id))
  return (
    <DetailsPart
      title={t('sessions.title')}
      query={sessions}
      none={t('sessions.none')}
      rowsOf={(rows) => rows.map((one) => <SessionRow key={one.id} user={user} session={one} />)}
    />
  )
}

function SessionRow({ user, session }: { readonly user: VendorUser; readonly session: UserSession }) {
  const t = useT()
  const canEnd = usePermissions()('vendor.write.users')
  const end = useAction(endSession)
  const { browser, system } = deviceOf(session.userAgent)
  const device = [browser, system].filter(Boolean).join(', ') || t('sessions.unknown')
  const onClick = () => end.start({ user, id: session.id })
  return (
    <PartRow
      name={
        <Group gap="xs" component="span">
          {device}
          {session.impersonated && <StatusBadge tone="warning">{t('sessions.impersonated')}</StatusBadge>}
        </Group>
      }
      about={
        <>
          {session.ipAddress && `${session.ipAddress} · `}
          <RelativeTime value={session.lastUsedAt} />
        </>
      }
      menu={
        canEnd && {
          label: t('sessions.menu', { device }),
          actions: [{ label: t('sessions.end'), icon: IconLogout, onClick, danger: true }],
        }
      }
    />
  )
}
