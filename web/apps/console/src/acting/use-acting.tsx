import { usePermissions } from '@gatehouse/admin-portal/kit'
import { type ReactNode, useState } from 'react'
import { useFreshDialog } from '../shared/fresh-dialog'
import { ActDialog, type ActValues, type Ready, type Target } from './act-dialog'
import { ReadyDialog } from './ready-dialog'

/** Impersonation by support: asks for a reason and a recent MFA confirmation, then shows the link. */
export function useActing(): {
  readonly mayAct: boolean
  readonly actFor: (target: Target) => void
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const mayAct = usePermissions()('vendor.impersonate.users')
  const { opened, open, close, run, question } = useFreshDialog<Target, ActValues>('act')
  const [ready, setReady] = useState<Ready>()
  return {
    mayAct,
    actFor: open,
    dialog: (
      <>
        {opened && (
          <ActDialog target={opened.target} typed={opened.typed} run={run} onReady={setReady} onClose={close} />
        )}
        {ready && <ReadyDialog ready={ready} onClose={() => setReady(undefined)} />}
        {question}
      </>
    ),
  }
}
