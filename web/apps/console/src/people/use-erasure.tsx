import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import type { RowAction } from '@gatehouse/ui'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useFreshFactor } from '../shared/fresh-factor'
import type { Person } from '../wire'
import { EraseDialog } from './erase-dialog'
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
  const fresh = useFreshFactor()
  const [erasing, setErasing] = useState<Person>()
  return {
    exportFor: (person) => ({ label: t('export'), icon: IconDownload, onClick: () => save.start(person) }),
    eraseFor: (person) =>
      canErase ? [{ label: t('erase'), icon: IconTrash, onClick: () => setErasing(person), danger: true }] : [],
    dialog: (
      <>
        {erasing && <EraseDialog person={erasing} run={fresh.run} onClose={() => setErasing(undefined)} />}
        {fresh.dialog}
      </>
    ),
  }
}
