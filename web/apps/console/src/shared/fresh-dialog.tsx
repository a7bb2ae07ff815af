import { useIsInDetails } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useSession, useSessionState, useStepUp } from '@gatehouse/react'
import { ConfirmDialog, discardUnsaved } from '@gatehouse/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { useT } from './fresh-dialog.texts'
import { FRESH_SECONDS, leaveDialog, type Opened, takeLeftDialog } from './left-dialog'

/**
 * Runs what may need a fresh second factor, and asks for it where it does: then a form stays, with what was typed in it.
 * Any other refusal is thrown.
 */
export type RunFresh<Typed = never> = (action: () => Promise<unknown>, typed?: Typed) => Promise<'stay' | undefined>

export interface FreshDialog<Target, Typed> {
  readonly opened: Opened<Target, Typed> | undefined
  readonly open: (target: Target) => void
  readonly close: () => void
  readonly run: RunFresh<Typed>
  /** Put it in the page, behind the dialog. */
  readonly question: ReactNode
}

/**
 * A dialog whose action may need a fresh second factor. To show one leads off the page; whoever comes back finds the
 * dialog open, with what they had typed. `name`: no other dialog has it.
 */
export function useFreshDialog<Target, Typed = never>(name: string): FreshDialog<Target, Typed> {
  const t = useT()
  // A page and the details over it have the same dialogs: opened by the page, it would lie below them.
  const place = `${name} ${useIsInDetails() ? 'in details' : 'on the page'}`
  const stepUp = useStepUp()
  const leaver = useLeaver()
  const [opened, setOpened] = useState<Opened<Target, Typed>>()
  const [asking, setAsking] = useState<Opened<Target, Typed>>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page is there again.
  useEffect(() => {
    const left = takeLeftDialog<Target, Typed>(leaver(), place)
    if (left) setOpened(left)
  }, [])

  const run: RunFresh<Typed> = async (action, typed) => {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'access.step_up_needed')) throw error
      if (opened) setAsking({ target: opened.target, typed })
      return 'stay'
    }
  }
  function show() {
    leaveDialog(leaver(), place, asking)
    // It is kept: the browser has nothing to ask about.
    discardUnsaved()
    return stepUp({ maxAge: FRESH_SECONDS })
  }
  return {
    opened,
    open: (target) => setOpened({ target }),
    close: () => setOpened(undefined),
    run,
    // In the page only while it asks: what comes last lies on top, and the form is there before it.
    question: asking && (
      <ConfirmDialog
        opened
        onClose={() => setAsking(undefined)}
        onConfirm={show}
        title={t('title')}
        verb={t('verb')}
        danger={false}
      >
        {t('text')}
      </ConfirmDialog>
    ),
  }
}

function useLeaver() {
  const { environment } = useSession()
  const person = useSessionState().user?.id
  return () => ({ storage: environment.tabStorage, person, href: environment.href() })
}
