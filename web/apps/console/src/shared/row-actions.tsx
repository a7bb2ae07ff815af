import { type Action, type Permission, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface Deletion<Row> {
  readonly action: Action<Row>
  /** To be typed first. */
  readonly name: (row: Row) => string
  readonly words: (row: Row) => { readonly title: string; readonly text: string; readonly verb: string }
  /** Those that cannot go. */
  readonly keeps?: (row: Row) => boolean
}

interface RowActionsOptions<Row> {
  /** Who lacks it is offered nothing. */
  readonly change: Permission
  readonly labels: { readonly edit: string; readonly delete: string }
  readonly editor: (row: Row, close: () => void) => ReactNode
  readonly deletion: Deletion<Row>
  readonly onDeleted?: (() => void) | undefined
}

/** Edit and delete, for the rows of a table and for the details of one. Put `dialog` in the page. */
export function useEditAndDelete<Row>({ change, labels, editor, deletion, onDeleted }: RowActionsOptions<Row>): {
  readonly actionsFor: (row: Row) => RowAction[]
  readonly dialog: ReactNode
} {
  const can = usePermissions()
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; row: Row }>()
  const close = () => setOpen(undefined)

  function actionsFor(row: Row): RowAction[] {
    if (!can(change)) return []
    const edit = { label: labels.edit, icon: IconEdit, onClick: () => setOpen({ dialog: 'edit', row }) }
    if (deletion.keeps?.(row)) return [edit]
    const ask = () => setOpen({ dialog: 'delete', row })
    return [edit, { label: labels.delete, icon: IconTrash, onClick: ask, danger: true }]
  }

  const dialog =
    open &&
    (open.dialog === 'edit' ? (
      editor(open.row, close)
    ) : (
      <DeleteDialog row={open.row} deletion={deletion} onClose={close} onDeleted={onDeleted} />
    ))
  return { actionsFor, dialog }
}

interface DeleteDialogProps<Row> {
  readonly row: Row
  readonly deletion: Deletion<Row>
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

function DeleteDialog<Row>({ row, deletion, onClose, onDeleted }: DeleteDialogProps<Row>) {
  const remove = useAction(deletion.action)
  const { title, text, verb } = deletion.words(row)

  async function confirm() {
    await remove.run(row)
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={title}
      verb={verb}
      typeToConfirm={deletion.name(row)}
    >
      {text}
    </ConfirmDialog>
  )
}
