import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type Action, useAction } from './action'
import { type Permission, usePermissions } from './permissions'

interface Named {
  readonly name: string
}

interface Deletion<Row> {
  readonly action: Action<Row>
  /** Equals `change` by default. */
  readonly permission?: Permission
  /** Rows that cannot be deleted. */
  readonly keeps?: (row: Row) => boolean
  /** Consequences of the deletion; `delete.text` by default. */
  readonly text?: (row: Row) => string
}

export type RowWords = 'actions.edit' | 'actions.delete' | 'delete.title' | 'delete.text' | 'delete.verb'
type Translate = (key: RowWords, values?: { readonly name: string }) => string

interface RowActionsOptions<Row> {
  /** All of these are required to edit a row. */
  readonly change: Permission | readonly Permission[]
  /** Rows that can only be viewed, for example because a directory manages them. */
  readonly isReadOnly?: (row: Row) => boolean
  /** Texts of the section; title and button of a deletion get the name. */
  readonly t: Translate
  readonly editor: (row: Row, close: () => void) => ReactNode
  readonly deletion: Deletion<Row>
  readonly onDeleted?: (() => void) | undefined
}

/** Edit and delete actions, for rows of a table and for details. Render `dialog` in the page. */
export function useEditAndDelete<Row extends Named>({
  change,
  isReadOnly,
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
  const canEdit = [change].flat().every((permission) => can(permission))
  const canDelete = deletion.permission ? can(deletion.permission) : canEdit

  function actionsFor(row: Row): RowAction[] {
    if (isReadOnly?.(row)) return []
    const actions: RowAction[] = []
    if (canEdit)
      actions.push({ label: t('actions.edit'), icon: IconEdit, onClick: () => setOpen({ dialog: 'edit', row }) })
    if (canDelete && !deletion.keeps?.(row)) {
      const ask = () => setOpen({ dialog: 'delete', row })
      actions.push({ label: t('actions.delete'), icon: IconTrash, onClick: ask, danger: true })
    }
    return actions
  }

  const dialog =
    open &&
    (open.dialog === 'edit' ? (
      editor(open.row, close)
    ) : (
      <DeleteDialog row={open.row} t={t} deletion={deletion} onClose={close} onDeleted={onDeleted} />
    ))
  return { actionsFor, dialog }
}

interface DeleteDialogProps<Row> {
  readonly row: Row
  readonly t: Translate
  readonly deletion: Deletion<Row>
  readonly onClose: () => void
  readonly onDeleted: (() => void) | undefined
}

function DeleteDialog<Row extends Named>({ row, t, deletion, onClose, onDeleted }: DeleteDialogProps<Row>) {
  const remove = useAction(deletion.action)
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
      {deletion.text?.(row) ?? t('delete.text')}
    </ConfirmDialog>
  )
}
