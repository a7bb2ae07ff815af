import { UnstyledButton } from '@mantine/core'
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, use } from 'react'
import { Logo } from '../logo'
import { CompactContext } from './compact-context'
import classes from './header.module.css'
import { useT } from './shell.texts'

interface HeaderProps {
  /** Off while the navigation shows it. */
  readonly logo: boolean
  /** Absent if there is no navigation. */
  readonly toggle?: NavigationToggle | undefined
  readonly children: ReactNode
}

export interface NavigationToggle {
  readonly opened: boolean
  readonly controls: string
  readonly onClick: () => void
}

export function Header({ logo, toggle, children }: HeaderProps) {
  return (
    <header className={classes.header}>
      {toggle && <Toggle {...toggle} />}
      <span className={classes.logo}>{logo && <Logo />}</span>
      {children}
    </header>
  )
}

function Toggle({ opened, controls, onClick }: NavigationToggle) {
  const t = useT()
  const compact = use(CompactContext)
  const Icon = compact ? IconMenu2 : IconLayoutSidebar
  return (
    <UnstyledButton
      className={classes.toggle}
      onClick={onClick}
      aria-label={t(opened ? 'navigation.close' : 'navigation.open')}
      aria-expanded={opened}
      {...(compact ? { 'aria-haspopup': 'dialog' } : { 'aria-controls': controls })}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </UnstyledButton>
  )
}

interface HeaderLinkProps {
  readonly href: string
  readonly children: ReactNode
}

/** A link out of the portal, in a new tab. */
export function HeaderLink({ href, children }: HeaderLinkProps) {
  return (
    <a className={classes.button} href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

interface HeaderLabelProps {
  /** Replaces the text if there is no room for it. */
  readonly icon: ReactNode
  readonly children: ReactNode
}

export function HeaderLabel({ icon, children }: HeaderLabelProps) {
  return (
    <>
      <span className={classes.text}>{children}</span>
      <span className={classes.symbol}>{icon}</span>
    </>
  )
}
