import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction, useSecretDialog } from '@gatehouse/ui'
import { IconEdit, IconKey, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Prehook } from '../wire'
import { PrehookDialog } from './prehook-dialog'
import { deletePrehook, renewSecret } from './prehooks.actions'
import { useT } from './prehooks.texts'
import { secretOf } from './secret-of'

type OpenDialog = 'edit' | 'secret' | 'delete'

/** Actions for a prehook, for rows and for the details. */
export function usePrehookActions(onDeleted?: () => void): {
  readonly actionsFor: (prehook: Prehook) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const mayChange = usePermissions()('vendor.write.configuration')
  const remove = useAction(deletePrehook)
  const renew = useAction(renewSecret)
  const { show, dialog: secret } = useSecretDialog()
  const [open, setOpen] = useState<{ readonly dialog: OpenDialog; readonly prehook: Prehook }>()
  const close = () => setOpen(undefined)

  function actionsFor(prehook: Prehook): RowAction[] {
    if (!mayChange) return []
    const ask = (dialog: OpenDialog) => () => setOpen({ dialog, prehook })
    return [
      { label: t('actions.edit'), icon: IconEdit, onClick: ask('edit') },
      { label: t('actions.secret'), icon: IconKey, onClick: ask('secret') },
      { label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true },
    ]
  }

  async function confirmDeletion(prehook: Prehook) {
    await remove.run(prehook)
    onDeleted?.()
  }
  async function confirmRenewal(prehook: Prehook) {
    show(secretOf({ ...prehook, ...(await renew.run(prehook)) }))
  }
  const name = open?.prehook.displayName ?? ''
  return {
    actionsFor,
    dialog: (
      <>
        {open?.dialog === 'edit' && <PrehookDialog prehook={open.prehook} onClose={close} />}
        {open?.dialog === 'secret' && (
          <ConfirmDialog
            opened
            onClose={close}
            onConfirm={() => confirmRenewal(open.prehook)}
            title={t('secret.question', { name })}
            verb={t('secret.verb')}
          >
            {t('secret.warning')}
          </ConfirmDialog>
        )}
        {open?.dialog === 'delete' && (
          <ConfirmDialog
            opened
            onClose={close}
            onConfirm={() => confirmDeletion(open.prehook)}
            title={t('delete.title', { name })}
            verb={t('delete.verb')}
            typeToConfirm={name}
          >
            {t('delete.text')}
          </ConfirmDialog>
        )}
        {secret}
      </>
    ),
  }
}
