import { usePermissions } from '@gatehouse/admin-portal/kit'
import { type ReactNode, useState } from 'react'
import { useFreshFactor } from '../shared/fresh-factor'
import { ActDialog, type Ready, type Target } from './act-dialog'
import { ReadyDialog } from './ready-dialog'

/** Support acts in somebody's name: a reason, a fresh second factor, and a link that begins it. */
export function useActing(): {
  readonly mayAct: boolean
  readonly actFor: (target: Target) => void
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const mayAct = usePermissions()('vendor.impersonate.users')
  const fresh = useFreshFactor()
  const [target, setTarget] = useState<Target>()
  const [ready, setReady] = useState<Ready>()
  return {
    mayAct,
    actFor: setTarget,
    dialog: (
      <>
        {target && (
          <ActDialog target={target} run={fresh.run} onReady={setReady} onClose={() => setTarget(undefined)} />
        )}
        {ready && <ReadyDialog ready={ready} onClose={() => setReady(undefined)} />}
        {fresh.dialog}
      </>
    ),
  }
}
