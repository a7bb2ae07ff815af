import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import type { RowAction } from '@gatehouse/ui'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFreshDialog } from '../shared/fresh-dialog'
import type { Person } from '../wire'
import { EraseDialog, type ErasureValues } from './erase-dialog'
import { exportPerson } from './erasure.actions'
import { useT } from './erasure.texts'

/** What somebody may ask for by law: their data, and that they are erased. */
export function useErasure(): {
  readonly exportFor: (person: Person) => RowAction
  /** Nothing for who may not. */
  readonly eraseFor: (person: Person) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const canErase = usePermissions()('vendor.write.users')
  const save = useAction(exportPerson)
  const { opened, open, close, run, question } = useFreshDialog<Person, ErasureValues>('erase')
  return {
    exportFor: (person) => ({ label: t('export'), icon: IconDownload, onClick: () => save.start(person) }),
    eraseFor: (person) =>
      canErase ? [{ label: t('erase'), icon: IconTrash, onClick: () => open(person), danger: true }] : [],
    dialog: (
      <>
        {opened && <EraseDialog person={opened.target} typed={opened.typed} run={run} onClose={close} />}
        {question}
      </>
    ),
  }
}
