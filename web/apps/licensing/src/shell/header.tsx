import { Avatar, Logo } from '@gatehouse/ui'
import { Burger, Menu } from '@mantine/core'
import { IconBrandGithub, IconBrandSlack, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useConfig } from '../config/config.queries'
import { useUserData } from '../session/user-data'
import { useT } from '../texts'
import { Dropdown } from './dropdown'
import classes from './shell.module.css'
import { useCompact } from './use-compact'

interface Props {
  readonly navbarOpen: boolean
  readonly onToggle: () => void
}

export function Header({ navbarOpen, onToggle }: Props) {
  const t = useT()
  const compact = useCompact()
  return (
    <header className={classes.header}>
      <Burger
        opened={compact && navbarOpen}
        onClick={onToggle}
        size="sm"
        aria-label={t(navbarOpen ? 'nav.close' : 'nav.open')}
        aria-expanded={navbarOpen}
        aria-controls="navigation"
      />
      {!(compact && navbarOpen) && <Logo />}
      <span className={classes.spring} />
      {!(compact && navbarOpen) && <LinkButtons />}
      <CommunityMenu />
      <AccountMenu />
    </header>
  )
}

function LinkButtons() {
  const t = useT()
  const { links } = useConfig()
  return (
    <>
      <a className={classes.headerButton} href={links.docs} target="_blank" rel="noreferrer">
        {t('header.docs')}
      </a>
      <a className={classes.headerButton} href={links.bookADemo} target="_blank" rel="noreferrer">
        {t('header.demo')}
      </a>
    </>
  )
}

function CommunityMenu() {
  const t = useT()
  const { links } = useConfig()
  return (
    <Dropdown label={t('header.community')} target={<span>{t('header.community')}</span>}>
      <Menu.Item
        component="a"
        href={links.slack}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconBrandSlack size={16} />}
      >
        {t('header.slack')}
      </Menu.Item>
      <Menu.Item
        component="a"
        href={links.github}
        target="_blank"
        rel="noreferrer"
        leftSection={<IconBrandGithub size={16} />}
      >
        {t('header.github')}
      </Menu.Item>
    </Dropdown>
  )
}

function AccountMenu() {
  const t = useT()
  const { name, email, profilePicture, logout } = useUserData()
  const { portalUrl } = useConfig()
  return (
    <Dropdown
      label={t('header.account', { name })}
      target={<Avatar name={name} {...(profilePicture && { src: profilePicture })} size={28} />}
    >
      <Menu.Label className={classes.person}>
        <strong>{name}</strong>
        <span>{email}</span>
      </Menu.Label>
      <Menu.Item component="a" href={portalUrl} leftSection={<IconUserCircle size={16} />}>
        {t('header.myAccount')}
      </Menu.Item>
      <Menu.Item onClick={logout} leftSection={<IconLogout size={16} />}>
        {t('header.logout')}
      </Menu.Item>
    </Dropdown>
  )
}
