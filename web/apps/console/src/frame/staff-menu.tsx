import { useSession, useSessionState, useTenants } from '@gatehouse/react'
import { AccountMenu } from '@gatehouse/ui'
import { Menu } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useT } from '../console.texts'

/** Account menu of the signed-in staff member. */
export function StaffMenu() {
  const t = useT()
  const session = useSession()
  const { user } = useSessionState()
  const { tenants, activeTenant, switchingTo, switchTenant } = useTenants()
  if (!user) return null
  return (
    <AccountMenu
      person={{ name: user.name, email: user.email, picture: user.profilePictureUrl }}
      organizations={{ all: tenants, active: activeTenant, switchingTo, onSwitch: switchTenant }}
      logOutLabel={t('menu.logOut')}
      onLogOut={() => session.logout()}
    >
      <Menu.Item
        component="a"
        href="/oauth/portal"
        leftSection={<IconUserCircle size={16} stroke={1.75} aria-hidden />}
      >
        {t('menu.ownAccount')}
      </Menu.Item>
    </AccountMenu>
  )
}
