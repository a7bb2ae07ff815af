import { type Action, type Permission, useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface Named {
  readonly name: string
}

interface Deletion<Row> {
  readonly action: Action<Row>
  /** Rows that cannot be deleted. */
  readonly keeps?: (row: Row) => boolean
}

export type RowWords = 'actions.edit' | 'actions.delete' | 'delete.title' | 'delete.text' | 'delete.verb'
type Translate = (key: RowWords, values?: { readonly name: string }) => string

interface RowActionsOptions<Row> {
  /** Without it, no actions are offered. */
  readonly change: Permission
  /** Texts of the section; the text for a deletion gets the name. */
  readonly t: Translate
  readonly editor: (row: Row, close: () => void) => ReactNode
  readonly deletion: Deletion<Row>
  readonly onDeleted?: (() => void) | undefined
}

/** Edit and delete actions, for rows of a table and for details. Render `dialog` in the page. */
export function useEditAndDelete<Row extends Named>({
  change,
  t,
  editor,
  deletion,
  onDeleted,
}: RowActionsOptions<Row>): {
  readonly actionsFor: (row: Row) => RowAction[]
  readonly dialog: ReactNode
} {
  const can = usePermissions()
  const [open, setOpen] = useState<{ dialog: 'edit' | 'delete'; row: Row }>()
  const close = () => setOpen(undefined)

  function actionsFor(row: Row): RowAction[] {
    if (!can(change)) return []
    const edit = { label: t('actions.edit'), icon: IconEdit, onClick: () => setOpen({ dialog: 'edit', row }) }
    if (deletion.keeps?.(row)) return [edit]
    const ask = () => setOpen({ dialog: 'delete', row })
    return [edit, { label: t('actions.delete'), icon: IconTrash, onClick: ask, danger: true }]
  }

  const dialog =
    open &&
    (open.dialog === 'edit' ? (
      editor(open.row, close)
    ) : (
      <DeleteDialog row={open.row} t={t} action={deletion.action} onClose={close} onDeleted={onDeleted} />
    ))
  return { actionsFor, dialog }
}

interface DeleteDialogProps<Row> {
  readonly row: Row
  readonly t: Translate
  readonly action: Action<Row>
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

function DeleteDialog<Row extends Named>({ row, t, action, onClose, onDeleted }: DeleteDialogProps<Row>) {
  const remove = useAction(action)
  const { name } = row

  async function confirm() {
    await remove.run(row)
    onDeleted?.()
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t('delete.title', { name })}
      verb={t('delete.verb', { name })}
      typeToConfirm={name}
    >
      {t('delete.text')}
    </ConfirmDialog>
  )
}
