import { Loading } from '@gatehouse/ui'
import { useHotkeys } from '@mantine/hooks'
import { Outlet } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useT } from '../texts'
import { Footer } from './footer'
import { Header } from './header'
import classes from './shell.module.css'
import { SideNav } from './side-nav'
import { useCompact } from './use-compact'

/** Header, navigation, page, footer. Large screens start with the navigation open, small ones closed. */
export function Shell() {
  const t = useT()
  const compact = useCompact()
  const [toggled, setToggled] = useState(false)
  const open = compact ? toggled : !toggled
  const isSheet = compact && open
  useHotkeys([['Escape', () => isSheet && setToggled(false), { preventDefault: false }]])
  return (
    <div className={classes.shell} data-nav={open || undefined}>
      <a className={classes.skip} href="#content">
        {t('skip')}
      </a>
      <Header navbarOpen={open} onToggle={() => setToggled(!toggled)} />
      <SideNav open={open} onNavigate={() => compact && setToggled(false)} />
      {isSheet && (
        <button type="button" className={classes.scrim} aria-label={t('nav.close')} onClick={() => setToggled(false)} />
      )}
      <main id="content" className={classes.content} tabIndex={-1}>
        <div className={classes.column}>
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </div>
      </main>
      <Footer />
    </div>
  )
}
