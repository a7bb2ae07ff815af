import { Logo } from '@gatehouse/ui'
import { Link } from '@tanstack/react-router'
import { useUserData } from '../session/user-data'
import { useT } from '../texts'
import { listedPages } from './pages'
import classes from './shell.module.css'

interface Props {
  readonly open: boolean
  readonly onNavigate: () => void
}

/** Lists the pages that have a title; those still in preview only for people who asked to see them. */
export function SideNav({ open, onNavigate }: Props) {
  const t = useT()
  const { flags } = useUserData()
  return (
    <nav id="navigation" aria-label={t('nav.label')} className={classes.nav} data-open={open || undefined}>
      <div className={classes.navLogo}>
        <Logo />
      </div>
      {listedPages(flags.preview === true).map(({ path, title, icon: Icon }) => (
        <Link
          key={path}
          to={path}
          className={classes.navLink}
          activeProps={{ 'data-active': true }}
          activeOptions={{ exact: false }}
          onClick={onNavigate}
        >
          <Icon size={18} aria-hidden />
          {t(title)}
        </Link>
      ))}
    </nav>
  )
}
