import { useId } from 'react'
import { useT } from '../portal.texts'
import { GROUPS, type Group, type Section } from '../section'
import { Link } from '../shared/router'
import classes from './navigation.module.css'

interface NavigationProps {
  sections: readonly Section[]
  onNavigate?: () => void
}

export function Navigation({ sections, onNavigate }: NavigationProps) {
  const t = useT()
  const groups = GROUPS.map((group) => ({ group, entries: sections.filter((section) => section.group === group) }))
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      {groups
        .filter(({ entries }) => entries.length > 0)
        .map(({ group, entries }) => (
          <NavigationGroup key={group} group={group} entries={entries} onNavigate={onNavigate} />
        ))}
    </nav>
  )
}

interface NavigationGroupProps {
  group: Group
  entries: readonly Section[]
  onNavigate: (() => void) | undefined
}

function NavigationGroup({ group, entries, onNavigate }: NavigationGroupProps) {
  const t = useT()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.group}>
        {t(`groups.${group}`)}
      </h2>
      <ul className={classes.entries}>
        {entries.map(({ key, path, icon: Icon, label }) => (
          <li key={key}>
            <Link to={`/${path}`} className={classes.entry} onClick={onNavigate}>
              <Icon size={18} stroke={1.75} aria-hidden />
              {label()}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
