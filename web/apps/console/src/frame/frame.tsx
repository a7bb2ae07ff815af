import { Link, useLeaveGuard, useShownSection } from '@gatehouse/admin-portal/kit'
import { useSessionState } from '@gatehouse/react'
import { AppShell, Loading } from '@gatehouse/ui'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useT } from '../console.texts'
import { GROUPS } from '../section'
import { useConsoleContext } from '../use-console-context'
import { StaffMenu } from './staff-menu'
import { visibleSections } from './visible-sections'

/** Application shell of the console. */
export function Frame() {
  const t = useT()
  const sections = visibleSections(useConsoleContext().sections, useSessionState().user)
  const groups = GROUPS.map((group) => ({
    label: t(`groups.${group}`),
    entries: sections
      .filter((section) => section.group === group)
      .map(({ path, icon, label }) => ({ to: `/${path}`, icon, label: label() })),
  }))
  useLeaveGuard()
  return (
    <AppShell
      navigation={{ label: t('navigation'), groups, link: Link }}
      page={useShownSection()}
      menus={<StaffMenu />}
    >
      <Suspense fallback={<Loading />}>
        <Outlet />
      </Suspense>
    </AppShell>
  )
}
