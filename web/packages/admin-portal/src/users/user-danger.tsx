import { useApi, useAuthUser, useTenants } from '@gatehouse/react'
import { DangerItem, DangerZone } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { TeamUser } from '../wire'
import { nameOf, statusOf } from './person'
import { disableUser, releaseSsoLinks, removeUser, signOutUser } from './users.actions'
import { ssoLinksQuery } from './users.queries'
import { useT } from './users.texts'

/** The actions that remove a user's access, at the end of their details. */
export function UserDanger({ user, onRemoved }: { user: TeamUser; onRemoved: () => void }) {
  const t = useT()
  const can = usePermissions()
  const self = useAuthUser().id
  const { activeTenant } = useTenants()
  const [signOut, disable, remove] = [useAction(signOutUser), useAction(disableUser), useAction(removeUser)]
  const release = useAction(releaseSsoLinks)
  const mayRelease = user.id !== self && can('fe.secure.write.samlConfiguration')
  const { data: links = [] } = useQuery({ ...ssoLinksQuery(useApi(), user.id), enabled: mayRelease })
  const status = statusOf(user)
  const words = { name: nameOf(user), tenant: activeTenant?.name ?? '' }
  const items = [
    { key: 'signOut' as const, offered: status === 'active' && can('fe.secure.delete.sessions'), run: signOut.run },
    {
      key: 'disable' as const,
      offered: status !== 'disabled' && can('fe.secure.write.enableDisable'),
      run: disable.run,
    },
    { key: 'releaseSso' as const, offered: mayRelease && links.length > 0, run: release.run },
    { key: 'remove' as const, offered: can('fe.secure.delete.users'), run: remove.run },
  ].filter(({ offered }) => offered)
  if (user.id === self || items.length === 0) return null

  async function confirm(key: (typeof items)[number]['key'], run: (user: TeamUser) => Promise<unknown>) {
    await run(user)
    if (key === 'remove') onRemoved()
  }
  return (
    <DangerZone>
      {items.map(({ key, run }) => (
        <DangerItem
          key={key}
          title={t(`actions.${key}`)}
          verb={t(`actions.${key}`)}
          question={t(`${key}.title`, words)}
          onConfirm={() => confirm(key, run)}
          typeToConfirm={key === 'remove' ? words.name : undefined}
        >
          {t(`${key}.text`, words)}
        </DangerItem>
      ))}
    </DangerZone>
  )
}
