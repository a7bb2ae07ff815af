import { useImpersonation, useSessionState } from '@gatehouse/react'
import { AppShell, EmptyState, Loading } from '@gatehouse/ui'
import { Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { NotificationBell } from '../notifications/notification-bell'
import { useT } from '../portal.texts'
import { GROUPS } from '../section'
import { Link, useLeaveGuard, usePortalContext, useShownSection } from '../shared/router'
import { CloseButton } from './close-button'
import { ImpersonationNotice } from './impersonation-notice'
import { PortalAccount } from './portal-account'
import { visibleSections } from './visible-sections'

/** The shell around every section. */
export function Frame() {
  const t = useT()
  const sections = visibleSections(usePortalContext().sections, useSessionState())
  const groups = GROUPS.map((group) => ({
    label: t(`groups.${group}`),
    entries: sections
      .filter((section) => section.group === group)
      .map(({ path, icon, label }) => ({ to: `/${path}`, icon, label: label() })),
  }))
  const impersonation = useImpersonation()
  useLeaveGuard()
  return (
    <AppShell
      navigation={{ label: t('navigation'), groups, link: Link }}
      page={useShownSection()}
      notice={impersonation && <ImpersonationNotice of={impersonation} />}
      menus={
        <>
          <NotificationBell />
          <PortalAccount />
          <CloseButton />
        </>
      }
    >
      {sections.length > 0 ? (
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      ) : (
        <NothingVisible />
      )}
    </AppShell>
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
