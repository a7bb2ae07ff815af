import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Logo } from '../logo'
import { useDialog } from '../use-dialog'
import classes from './app-shell.module.css'
import { CompactContext } from './compact-context'
import { useFocusKeeper } from './focus-keeper'
import { Header } from './header'
import { LeaveQuestion } from './leave-question'
import { Navigation, type NavigationProps } from './navigation'
import { OfflineNotice } from './offline-notice'
import { useT } from './shell.texts'
import { useCompact } from './use-compact'

export interface AppShellProps {
  /** Absent where there is only one place to be. */
  readonly navigation?: Omit<NavigationProps, 'onNavigate'>
  /** Which page is shown: when it changes, reading starts at its beginning. Undefined until there is one. */
  readonly page?: string | undefined
  /** Ways out of the portal, at the right of the header. On small screens they give way to the open navigation. */
  readonly links?: ReactNode
  /** Menus behind the links; the account menu is the last. */
  readonly menus: ReactNode
  readonly footer?: ReactNode
  /** One line above everything, which stays in sight. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}

/** Header, navigation, page, footer. The navigation stands at the side, or opens as a sheet where there is little room. */
export function AppShell({ navigation, page, links, menus, footer, notice, children }: AppShellProps) {
  const t = useT()
  const id = useId()
  const shell = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLElement>(null)
  const compact = useCompact(shell)
  const [sheet, setSheet] = useState(false)
  const [side, setSide] = useState(true)
  const isSheetOpen = compact && sheet
  const opened = compact ? sheet : side
  const toggle = () => (compact ? setSheet(!sheet) : setSide(!side))
  const dialog = useDialog({ opened: isSheetOpen, onClose: () => setSheet(false) })
  useFocusKeeper(main)
  usePageFocus(main, page)

  return (
    <CompactContext value={compact}>
      <div ref={shell} className={classes.shell} data-compact={compact || undefined}>
        <div className={classes.frame} data-notice={notice ? true : undefined}>
          {notice && <div className={classes.notice}>{notice}</div>}
          <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
            {t('skip')}
          </button>
          {navigation && !compact && (
            <div id={id} className={classes.side} hidden={!side}>
              <div className={classes.brand}>
                <Logo />
              </div>
              <Navigation {...navigation} />
            </div>
          )}
          <Header
            logo={!navigation || compact || !side}
            toggle={navigation && { opened, controls: id, onClick: toggle }}
          >
            {!isSheetOpen && links}
            {menus}
          </Header>
          {navigation && (
            <Drawer
              {...dialog}
              position="left"
              size={280}
              title={<Logo />}
              classNames={{ title: classes.sheetTitle }}
              padding="md"
              closeButtonProps={{ 'aria-label': t('navigation.close') }}
            >
              <Navigation {...navigation} onNavigate={() => setSheet(false)} />
            </Drawer>
          )}
          <div className={classes.content}>
            <OfflineNotice />
            <main ref={main} id="content" tabIndex={-1} className={classes.main}>
              <div className={classes.page}>{children}</div>
            </main>
            {footer && <footer className={classes.footer}>{footer}</footer>}
          </div>
        </div>
        <LeaveQuestion />
      </div>
    </CompactContext>
  )
}

/** True once a shell was on this page: the next one takes its place, and its focus. */
let wasShown = false

/** Another page, or the same for another organization: reading starts at its beginning, as after loading it. */
function usePageFocus(main: React.RefObject<HTMLElement | null>, page: string | undefined): void {
  const shown = useRef<string | undefined>(wasShown ? '' : undefined)
  useEffect(() => {
    wasShown = true
    const before = shown.current
    shown.current = page ?? before
    if (before === undefined || page === undefined || before === page) return
    main.current?.focus({ preventScroll: true })
    main.current?.scrollIntoView({ block: 'start' })
  }, [main, page])
}
