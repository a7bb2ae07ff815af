import { useSessionState } from '@gatehouse/react'
import { EmptyState, Loading, Logo, useDialog } from '@gatehouse/ui'
import { Burger, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useT } from '../portal.texts'
import { usePortalContext } from '../shared/router'
import { AccountMenu } from './account-menu'
import classes from './frame.module.css'
import { Navigation } from './navigation'
import { visibleSections } from './visible-sections'

/** Navigation at the side, or in a sheet where the window is narrow; beside it the section. */
export function Frame() {
  const t = useT()
  const sections = visibleSections(usePortalContext().sections, useSessionState())
  const main = useRef<HTMLElement>(null)
  const [opened, sheet] = useDisclosure(false)
  const dialog = useDialog({ opened, onClose: sheet.close })
  const section = useLocation({ select: ({ pathname }) => pathname.split('/').find(Boolean) })

  // Another section is another page: reading starts at its beginning, as after loading a page.
  const shown = useRef(section)
  useEffect(() => {
    if (shown.current === section) return
    shown.current = section
    sheet.close()
    main.current?.focus({ preventScroll: true })
    main.current?.scrollIntoView({ block: 'start' })
  }, [section, sheet])

  return (
    <div className={classes.portal}>
      <div className={classes.frame}>
        <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
          {t('skip')}
        </button>
        <aside className={classes.side}>
          <Logo />
          <Navigation sections={sections} />
          <AccountMenu />
        </aside>
        <header className={classes.bar}>
          <Burger size="sm" opened={opened} onClick={sheet.open} aria-label={t('openMenu')} aria-haspopup="dialog" />
          <Logo />
          <AccountMenu compact />
        </header>
        <Drawer {...dialog} position="left" size={280} title={<Logo />} padding="md">
          <Navigation sections={sections} onNavigate={sheet.close} />
        </Drawer>
        <main ref={main} id="content" tabIndex={-1} className={classes.main}>
          <div className={classes.page}>
            {sections.length > 0 ? (
              <Suspense fallback={<Loading />}>
                <Outlet />
              </Suspense>
            ) : (
              <NothingVisible />
            )}
          </div>
        </main>
      </div>
    </div>
  )
}

function NothingVisible() {
  const t = useT()
  const { activeTenant } = useSessionState()
  return (
    <EmptyState drawing="key" title={t('nothing.title')}>
      {t('nothing.help', { name: activeTenant?.name ?? '' })}
    </EmptyState>
  )
}
