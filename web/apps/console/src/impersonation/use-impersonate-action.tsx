import { usePermissions } from '@gatehouse/admin-portal/kit'
import { type ReactNode, useState } from 'react'
import { useStepUpDialog } from '../shared/step-up-dialog'
import { ImpersonateDialog, type ImpersonationLink, type ImpersonationValues, type Target } from './impersonate-dialog'
import { LinkReadyDialog } from './link-ready-dialog'

/** Impersonation by support: asks for a reason and a recent MFA confirmation, then shows the link. */
export function useImpersonateAction(): {
  readonly canImpersonate: boolean
  readonly impersonate: (target: Target) => void
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const canImpersonate = usePermissions()('vendor.impersonate.users')
  const { opened, open, close, run, question } = useStepUpDialog<Target, ImpersonationValues>('act')
  const [ready, setReady] = useState<ImpersonationLink>()
  return {
    canImpersonate,
    impersonate: open,
    dialog: (
      <>
        {opened && (
          <ImpersonateDialog target={opened.target} typed={opened.typed} run={run} onReady={setReady} onClose={close} />
        )}
        {ready && <LinkReadyDialog ready={ready} onClose={() => setReady(undefined)} />}
        {question}
      </>
    ),
  }
}
