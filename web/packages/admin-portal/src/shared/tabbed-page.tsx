import { useSessionState } from '@gatehouse/react'
import { Loading, PageHeader } from '@gatehouse/ui'
import { Tabs as MantineTabs } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useNavigate } from './router'
import classes from './tabbed-page.module.css'
import { addressOf, type Tabs, tabAt, visibleTabs } from './tabs'

interface TabbedPageProps extends Tabs {
  readonly title: string
  readonly purpose?: string
  readonly action?: ReactNode
  /** Of the section: its tabs stand at `/<path>/<tab>`. */
  readonly path: string
}

/**
 * The page of a `tabsRoute`. Arrows move along the tabs and Enter opens one (WAI's tabs with manual activation), so that
 * passing by neither loads a page nor leaves a step to go back.
 */
export function TabbedPage({ title, purpose, action, path, ...tabs }: TabbedPageProps) {
  const navigate = useNavigate()
  const shown = visibleTabs(tabs, useSessionState())
  const current = tabAt(tabs, shown, useLocation({ select: ({ pathname }) => pathname }))
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tab that is open may stand beyond the edge, also once it is turned.
  useEffect(() => {
    const show = () => showTab(list.current, current?.path)
    show()
    window.addEventListener('resize', show)
    return () => window.removeEventListener('resize', show)
  }, [current?.path])
  return (
    <>
      <PageHeader title={title} purpose={purpose} action={action} />
      <MantineTabs
        value={current?.path ?? null}
        onChange={(tab) => tab !== null && void navigate({ to: addressOf(path, { path: tab }), search: {} })}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <MantineTabs.List ref={list} aria-label={title} className={classes.list}>
          {shown.map((tab) => (
            <MantineTabs.Tab key={tab.path} value={tab.path}>
              {tab.label()}
            </MantineTabs.Tab>
          ))}
        </MantineTabs.List>
        {current && (
          <MantineTabs.Panel value={current.path} pt="lg">
            <Suspense fallback={<Loading />}>
              <Outlet />
            </Suspense>
          </MantineTabs.Panel>
        )}
      </MantineTabs>
    </>
  )
}

/** Only the list moves, never the page. */
function showTab(list: HTMLDivElement | null, path: string | undefined) {
  const tab = path && list?.querySelector<HTMLElement>('[aria-selected="true"]')
  if (list && tab) list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}
