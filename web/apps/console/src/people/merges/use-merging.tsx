import type { RowAction } from '@gatehouse/ui'
import { IconArrowMerge } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFreshDialog } from '../../shared/fresh-dialog'
import type { Person } from '../../wire'
import { MergeDialog, type MergeValues } from './merge-dialog'
import { useT } from './merges.texts'

/** Lets support request the merge of two accounts. */
export function useMerging(): {
  readonly actionFor: (person: Person) => RowAction
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const { opened, open, close, run, question } = useFreshDialog<Person, MergeValues>('merge')
  return {
    actionFor: (person) => ({ label: t('action'), icon: IconArrowMerge, onClick: () => open(person) }),
    dialog: (
      <>
        {opened && <MergeDialog goes={opened.target} typed={opened.typed} run={run} onClose={close} />}
        {question}
      </>
    ),
  }
}
