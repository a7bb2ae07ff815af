import type { RowAction } from '@gatehouse/ui'
import { IconArrowMerge } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStepUpDialog } from '../../shared/step-up-dialog'
import type { VendorUser } from '../../wire'
import { MergeDialog, type MergeValues } from './merge-dialog'
import { useT } from './merges.texts'

/** Lets support request the merge of two accounts. */
export function useMergeAction(): {
  readonly actionFor: (user: VendorUser) => RowAction
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const { opened, open, close, run, question } = useStepUpDialog<VendorUser, MergeValues>('merge')
  return {
    actionFor: (user) => ({ label: t('action'), icon: IconArrowMerge, onClick: () => open(user) }),
    dialog: (
      <>
        {opened && <MergeDialog goes={opened.target} typed={opened.typed} run={run} onClose={close} />}
        {question}
      </>
    ),
  }
}
