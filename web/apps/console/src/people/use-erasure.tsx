import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import type { RowAction } from '@gatehouse/ui'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFreshDialog } from '../shared/fresh-dialog'
import type { Person } from '../wire'
import { EraseDialog, type ErasureValues } from './erase-dialog'
import { exportPerson } from './erasure.actions'
import { useT } from './erasure.texts'

/** Actions under privacy law: export and erasure of user data. */
export function useErasure(): {
  readonly exportFor: (person: Person) => RowAction
  /** Empty without the permission. */
  readonly eraseFor: (person: Person) => RowAction[]
  /** Render this in the page. */
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
