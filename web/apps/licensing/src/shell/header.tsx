import { useTenants } from '@gatehouse/react'
import { AccountMenu, Dropdown, HeaderLabel, HeaderLink } from '@gatehouse/ui'
import { Menu } from '@mantine/core'
import { IconBrandGithub, IconBrandSlack, IconUserCircle, IconUsersGroup } from '@tabler/icons-react'
import { useConfig } from '../config/config.queries'
import { useUserData } from '../session/user-data'
import { useT } from '../texts'

export function HeaderLinks() {
  const t = useT()
  const { links } = useConfig()
  return (
    <>
      <HeaderLink href={links.docs}>{t('header.docs')}</HeaderLink>
      <HeaderLink href={links.bookADemo}>{t('header.demo')}</HeaderLink>
    </>
  )
}

export function HeaderMenus() {
  return (
    <>
      <CommunityMenu />
      <PortalAccount />
    </>
  )
}

function CommunityMenu() {
  const t = useT()
  const { links } = useConfig()
  const newTab = { component: 'a', target: '_blank', rel: 'noreferrer' } as const
  const words = (
    <HeaderLabel icon={<IconUsersGroup size={20} stroke={1.75} aria-hidden />}>{t('header.community')}</HeaderLabel>
  )
  return (
    <Dropdown label={t('header.community')} target={words}>
      <Menu.Item {...newTab} href={links.slack} leftSection={<IconBrandSlack size={16} stroke={1.75} aria-hidden />}>
        {t('header.slack')}
      </Menu.Item>
      <Menu.Item {...newTab} href={links.github} leftSection={<IconBrandGithub size={16} stroke={1.75} aria-hidden />}>
        {t('header.github')}
      </Menu.Item>
    </Dropdown>
  )
}

function PortalAccount() {
  const t = useT()
  const { name, email, profilePicture, logout } = useUserData()
  const { tenants, activeTenant, switchingTo, switchTenant } = useTenants()
  const { portalUrl } = useConfig()
  return (
    <AccountMenu
      person={{ name, email, picture: profilePicture }}
      organizations={{ all: tenants, active: activeTenant, switchingTo, onSwitch: switchTenant }}
      logOutLabel={t('header.logout')}
      onLogOut={logout}
    >
      <Menu.Item component="a" href={portalUrl} leftSection={<IconUserCircle size={16} stroke={1.75} aria-hidden />}>
        {t('header.myAccount')}
      </Menu.Item>
    </AccountMenu>
  )
}
