import { SectionTable } from '@gatehouse/admin-portal/kit'
import type { Filters, RowAction } from '@gatehouse/ui'
import type { QueryKey } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

interface NamedRow {
  readonly id: string
  readonly name: string
}

interface ActionTableProps<Row extends NamedRow, All extends Filters, Data, Key extends QueryKey>
  extends Omit<ComponentProps<typeof SectionTable<Row, All, Data, Key>>, 'rowLabel' | 'rowActions'> {
  /** Actions for a row, and their dialogs. */
  readonly actions: { readonly actionsFor: (row: Row) => RowAction[]; readonly dialog: ReactNode }
}

/** Table of named records with a menu of actions, and details where a row has its own path. */
export function ActionTable<Row extends NamedRow, All extends Filters, Data, Key extends QueryKey>({
  actions,
  ...table
}: ActionTableProps<Row, All, Data, Key>) {
  return (
    <>
      <SectionTable<Row, All, Data, Key> {...table} rowLabel={({ name }) => name} rowActions={actions.actionsFor} />
      {actions.dialog}
      {table.detailsPath && <Outlet />}
    </>
  )
}
