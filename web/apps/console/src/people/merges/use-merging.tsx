import type { RowAction } from '@gatehouse/ui'
import { IconArrowMerge } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useFreshFactor } from '../../shared/fresh-factor'
import type { Person } from '../../wire'
import { MergeDialog } from './merge-dialog'
import { useT } from './merges.texts'

/** Support asks whether somebody's account may become part of another. */
export function useMerging(): {
  readonly actionFor: (person: Person) => RowAction
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const fresh = useFreshFactor()
  const [goes, setGoes] = useState<Person>()
  return {
    actionFor: (person) => ({ label: t('action'), icon: IconArrowMerge, onClick: () => setGoes(person) }),
    dialog: (
      <>
        {goes && <MergeDialog goes={goes} run={fresh.run} onClose={() => setGoes(undefined)} />}
        {fresh.dialog}
      </>
    ),
  }
}
