import { useSession, useSessionState, useTenants } from '@gatehouse/react'
import { AccountMenu, useBrand } from '@gatehouse/ui'
import { Menu } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { use } from 'react'
import { useT } from '../portal.texts'
import { usePortalContext } from '../shared/router'
import { CloseContext } from './close-context'
import { ForcedSchemeContext } from './forced-scheme'

/** The account menu, with the way back to the product. */
export function PortalAccount() {
  const t = useT()
  const session = useSession()
  const { user } = useSessionState()
  const { tenants, activeTenant, switchingTo, switchTenant } = useTenants()
  const { name: product } = useBrand()
  const { appUrl } = usePortalContext()
  const isForced = use(ForcedSchemeContext)
  const isOverlay = use(CloseContext) !== undefined
  if (!user) return null
  return (
    <AccountMenu
      person={{ name: user.name, email: user.email, picture: user.profilePictureUrl }}
      organizations={{ all: tenants, active: activeTenant, switchingTo, onSwitch: switchTenant }}
      appearance={!isForced}
      logOutLabel={t('account.logOut')}
      onLogOut={() => session.logout()}
    >
      {!isOverlay && (
        <Menu.Item component="a" href={appUrl} leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}>
          {product ? t('account.back', { name: product }) : t('account.backToApp')}
        </Menu.Item>
      )}
    </AccountMenu>
  )
}
