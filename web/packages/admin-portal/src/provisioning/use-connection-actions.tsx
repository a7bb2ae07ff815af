import { ConfirmDialog, copyText, type RowAction, toast } from '@gatehouse/ui'
import { IconCopy, IconEdit, IconKey, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import type { DirectoryConnection, MadeConnection } from '../wire'
import { RenameDialog } from './connection-dialog'
import { DeleteDialog } from './delete-dialog'
import { rotateToken, switchConnection } from './provisioning.actions'
import { useT } from './provisioning.texts'

type Asked = 'rename' | 'rotate' | 'delete'

/** What this person may do with a connection. */
export function useConnectionActions(onMade: (made: MadeConnection) => void): {
  readonly actionsFor: (connection: DirectoryConnection) => RowAction[]
  /** Put it in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const toggle = useAction(switchConnection)
  const rotate = useAction(rotateToken)
  const [open, setOpen] = useState<{ asked: Asked; connection: DirectoryConnection }>()
  const close = () => setOpen(undefined)

  const copy = ({ baseUrl }: DirectoryConnection) =>
    void copyText(baseUrl).then((isDone) => (isDone ? toast.success(t('copied')) : toast.error(t('notCopied'))))

  function actionsFor(connection: DirectoryConnection): RowAction[] {
    const ask = (asked: Asked) => () => setOpen({ asked, connection })
    const actions: RowAction[] = [{ label: t('actions.copy'), icon: IconCopy, onClick: () => copy(connection) }]
    if (can('fe.secure.write.provisioningConfiguration')) {
      const isOn = connection.syncToUserManagement
      actions.push(
        { label: t('actions.rename'), icon: IconEdit, onClick: ask('rename') },
        { label: t('actions.rotate'), icon: IconKey, onClick: ask('rotate') },
        {
          label: t(isOn ? 'actions.switchOff' : 'actions.switchOn'),
          icon: isOn ? IconPlayerPause : IconPlayerPlay,
          onClick: () => toggle.start(connection),
        },
      )
    }
    if (can('fe.secure.delete.provisioningConfiguration')) {
      actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: ask('delete'), danger: true })
    }
    return actions
  }

  let dialog: ReactNode
  if (open?.asked === 'rename') dialog = <RenameDialog connection={open.connection} onClose={close} />
  if (open?.asked === 'delete') dialog = <DeleteDialog connection={open.connection} onClose={close} />
  if (open?.asked === 'rotate') {
    dialog = (
      <ConfirmDialog
        opened
        onClose={close}
        onConfirm={async () => onMade(await rotate.run(open.connection))}
        title={t('rotate.title', { name: open.connection.connectionName })}
        verb={t('rotate.verb')}
      >
        {t('rotate.text')}
      </ConfirmDialog>
    )
  }
  return { actionsFor, dialog }
}
