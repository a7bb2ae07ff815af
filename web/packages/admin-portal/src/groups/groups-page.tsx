import { useApi, useTenants } from '@gatehouse/react'
import { InlineAlert, PageHeader } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import { useNavigate } from '../shared/router'
import { GroupDialog } from './group-dialog'
import { switchRolesOn } from './groups.actions'
import { configurationQuery } from './groups.queries'
import { useT } from './groups.texts'
import { GroupsTable } from './groups-table'

export function GroupsPage() {
  const t = useT()
  const can = usePermissions()
  const { activeTenant } = useTenants()
  const { data: configuration } = useQuery(configurationQuery(useApi()))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<string>()
  const navigate = useNavigate()
  const switchOn = useAction(switchRolesOn)

  // When the dialog is closed: typed words that are still in it would hold the way.
  useEffect(() => {
    if (!made || creating) return
    setMade(undefined)
    void navigate({ to: `/groups/${made}`, resetScroll: false })
  }, [made, creating, navigate])

  const isOff = configuration && !(configuration.enabled && configuration.rolesEnabled)
  const create = can('fe.secure.write.groups') && (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.button')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose', { name: activeTenant?.name ?? '' })} action={create} />
      {isOff && (
        <InlineAlert
          tone="warning"
          action={
            can('fe.secure.write.groupsRoles') && (
              <Button variant="default" loading={switchOn.isRunning} onClick={() => switchOn.start(undefined)}>
                {t('switchOn')}
              </Button>
            )
          }
        >
          {t('off')}
        </InlineAlert>
      )}
      <GroupsTable create={create} />
      {creating && <GroupDialog onClose={() => setCreating(false)} onCreated={({ id }) => setMade(id)} />}
      <Outlet />
    </>
  )
}
