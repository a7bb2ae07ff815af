import type { TablerIcon } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useEffect, useId, useRef } from 'react'
import classes from './navigation.module.css'

/** A link of the portal's own router, which marks the current page with `aria-current`. */
export type NavigationLink = ComponentType<{
  readonly to: string
  readonly className?: string | undefined
  readonly onClick?: (() => void) | undefined
  readonly children: ReactNode
}>

export interface NavigationEntry {
  readonly to: string
  readonly icon: TablerIcon
  readonly label: string
}

export interface NavigationGroup {
  /** Absent if all entries are one group. */
  readonly label?: string
  readonly entries: readonly NavigationEntry[]
}

export interface NavigationProps {
  readonly label: string
  readonly groups: readonly NavigationGroup[]
  readonly link: NavigationLink
  readonly onNavigate?: () => void
}

/** The navigation in groups. Empty groups are omitted. */
export function Navigation({ label, groups, link, onNavigate }: NavigationProps) {
  const nav = useRef<HTMLElement>(null)
  // The current entry may be below the fold of a small window.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <nav ref={nav} aria-label={label} className={classes.navigation}>
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map((group) => (
          <Group key={group.label ?? ''} group={group} link={link} onNavigate={onNavigate} />
        ))}
    </nav>
  )
}

interface GroupProps {
  readonly group: NavigationGroup
  readonly link: NavigationLink
  readonly onNavigate: (() => void) | undefined
}

function Group({ group: { label, entries }, link: Link, onNavigate }: GroupProps) {
  const id = useId()
  return (
    <div>
      {label && (
        <h2 id={id} className={classes.group}>
          {label}
        </h2>
      )}
      <ul className={classes.entries} {...(label && { 'aria-labelledby': id })}>
        {entries.map(({ to, icon: Icon, label: name }) => (
          <li key={to}>
            <Link to={to} className={classes.entry} onClick={onNavigate}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
