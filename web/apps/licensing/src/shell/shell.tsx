import { AppShell, confirmLeave, Loading, type NavigationLink, useHasUnsaved } from '@gatehouse/ui'
import { Link, Outlet, useBlocker, useRouterState } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUserData } from '../session/user-data'
import { useT } from '../texts'
import { Footer } from './footer'
import { HeaderLinks, HeaderMenus } from './header'
import { useImpersonationNotice } from './impersonation-notice'
import { listedPages } from './pages'

/** The shell around every page. Its navigation lists the pages that have a title. */
export function Shell() {
  const t = useT()
  const { flags } = useUserData()
  const entries = listedPages(flags.preview === true).map(({ path, title, icon }) => ({
    to: path,
    icon,
    label: t(title),
  }))
  useBlocker({
    disabled: !useHasUnsaved(),
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await confirmLeave()),
  })
  return (
    <AppShell
      // The router's own link knows its addresses by type; these come from the list of pages.
      navigation={{ label: t('nav'), groups: [{ entries }], link: Link as NavigationLink }}
      page={useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })}
      notice={useImpersonationNotice()}
      links={<HeaderLinks />}
      menus={<HeaderMenus />}
      footer={<Footer />}
    >
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </AppShell>
  )
}
