import { useIsInDetails } from '@gatehouse/admin-portal/kit'
import { ApiError } from '@gatehouse/api'
import { useSession, useSessionState, useStepUp } from '@gatehouse/react'
import { ConfirmDialog, discardUnsaved } from '@gatehouse/ui'
import { type ReactNode, useEffect, useState } from 'react'
import { FRESH_SECONDS, type Opened, saveDialogDraft, takeDialogDraft } from './dialog-draft'
import { useT } from './step-up-dialog.texts'

/**
 * Runs an action that may require a recent MFA confirmation, and asks for it if so; the form keeps its values. Throws
 * any other error.
 */
export type RunWithStepUp<Typed = never> = (
  action: () => Promise<unknown>,
  typed?: Typed,
) => Promise<'stay' | undefined>

export interface StepUpDialog<Target, Typed> {
  readonly opened: Opened<Target, Typed> | undefined
  readonly open: (target: Target) => void
  readonly close: () => void
  readonly run: RunWithStepUp<Typed>
  /** Render this in the page, after the dialog. */
  readonly question: ReactNode
}

/**
 * Dialog whose action may require a recent MFA confirmation. The confirmation leaves the page; on return the dialog
 * reopens with its unsaved values. `name` must be unique.
 */
export function useStepUpDialog<Target, Typed = never>(name: string): StepUpDialog<Target, Typed> {
  const t = useT()
  // The page and the details over it have the same dialogs. A dialog opened by the page would be hidden below the
  // details.
  const place = `${name} ${useIsInDetails() ? 'in details' : 'on the page'}`
  const stepUp = useStepUp()
  const draftScope = useDraftScope()
  const [opened, setOpened] = useState<Opened<Target, Typed>>()
  const [asking, setAsking] = useState<Opened<Target, Typed>>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page is there again.
  useEffect(() => {
    const left = takeDialogDraft<Target, Typed>(draftScope(), place)
    if (left) setOpened(left)
  }, [])

  const run: RunWithStepUp<Typed> = async (action, typed) => {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'access.step_up_needed')) throw error
      if (opened) setAsking({ target: opened.target, typed })
      return 'stay'
    }
  }
  function show() {
    saveDialogDraft(draftScope(), place, asking)
    // The draft is stored, so the browser does not need to warn.
    discardUnsaved()
    return stepUp({ maxAge: FRESH_SECONDS })
  }
  return {
    opened,
    open: (target) => setOpened({ target }),
    close: () => setOpened(undefined),
    run,
    // Rendered only while it asks: the element mounted last is on top, and the form is mounted before it.
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

function useDraftScope() {
  const { environment } = useSession()
  const userId = useSessionState().user?.id
  return () => ({ storage: environment.tabStorage, userId, href: environment.href() })
}
