import { ApiError } from '@gatehouse/api'
import { useStepUp } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { type ReactNode, useState } from 'react'
import { useT } from './fresh-factor.texts'

/** As long as the server takes a second factor for fresh. */
const FRESH_SECONDS = 900

export interface FreshFactor {
  /** Runs what may need a fresh second factor, and asks for it where it does. Any other refusal is thrown. */
  readonly run: (action: () => Promise<unknown>) => Promise<void>
  /** Put it in the page, where it outlives the dialog that ran the action. */
  readonly dialog: ReactNode
}

export function useFreshFactor(): FreshFactor {
  const t = useT()
  const stepUp = useStepUp()
  const [isAsking, setAsking] = useState(false)

  async function run(action: () => Promise<unknown>) {
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'access.step_up_needed')) throw error
      setAsking(true)
    }
  }
  const dialog = (
    <ConfirmDialog
      opened={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={() => stepUp({ maxAge: FRESH_SECONDS })}
      title={t('title')}
      verb={t('verb')}
      danger={false}
    >
      {t('text')}
    </ConfirmDialog>
  )
  return { run, dialog }
}
