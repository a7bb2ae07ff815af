import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import type { RowAction } from '@gatehouse/ui'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStepUpDialog } from '../shared/step-up-dialog'
import type { VendorUser } from '../wire'
import { EraseDialog, type ErasureValues } from './erase-dialog'
import { exportUser } from './erasure.actions'
import { useT } from './erasure.texts'

/** Actions under privacy law: export and erasure of user data. */
export function useErasureActions(): {
  readonly exportFor: (user: VendorUser) => RowAction
  /** Empty without the permission. */
  readonly eraseFor: (user: VendorUser) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const canErase = usePermissions()('vendor.write.users')
  const save = useAction(exportUser)
  const { opened, open, close, run, question } = useStepUpDialog<VendorUser, ErasureValues>('erase')
  return {
    exportFor: (user) => ({ label: t('export'), icon: IconDownload, onClick: () => save.start(user) }),
    eraseFor: (user) =>
      canErase ? [{ label: t('erase'), icon: IconTrash, onClick: () => open(user), danger: true }] : [],
    dialog: (
      <>
        {opened && <EraseDialog user={opened.target} typed={opened.typed} run={run} onClose={close} />}
        {question}
      </>
    ),
  }
}
