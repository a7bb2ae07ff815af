import { Drawer } from '@mantine/core'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Logo } from '../logo'
import { useDialog } from '../use-dialog'
import classes from './app-shell.module.css'
import { CompactContext } from './compact-context'
import { Header } from './header'
import { LeaveQuestion } from './leave-question'
import { Navigation, type NavigationProps } from './navigation'
import { OfflineNotice } from './offline-notice'
import { useT } from './shell.texts'
import { useCompact } from './use-compact'
import { useFocusKeeper } from './use-focus-keeper'

export interface AppShellProps {
  /** Absent if there is only one page. */
  readonly navigation?: Omit<NavigationProps, 'onNavigate'>
  /** The current page: when it changes, focus moves to its beginning. Undefined until it is known. */
  readonly page?: string | undefined
  /**
   * Links out of the portal, at the right of the header. On small screens they are hidden while the navigation is open.
   */
  readonly links?: ReactNode
  /** Menus after the links; the account menu is the last. */
  readonly menus: ReactNode
  readonly footer?: ReactNode
  /** One line above everything that stays visible. */
  readonly notice?: ReactNode
  readonly children: ReactNode
}

/** Header, navigation, page and footer. The navigation is at the side, or opens as a sheet on narrow screens. */
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

/** A shell was shown before: the next one replaces it and takes its focus. */
let wasShown = false

/** Moves focus to the beginning of a new page, or of the same page for another organization. */
function usePageFocus(main: React.RefObject<HTMLElement | null>, page: string | undefined): void {
  const previousPage = useRef<string | undefined>(wasShown ? '' : undefined)
  useEffect(() => {
    wasShown = true
    const before = previousPage.current
    previousPage.current = page ?? before
    if (before === undefined || page === undefined || before === page) return
    main.current?.focus({ preventScroll: true })
    main.current?.scrollIntoView({ block: 'start' })
  }, [main, page])
}
