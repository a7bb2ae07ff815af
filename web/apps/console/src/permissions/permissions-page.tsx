import {
  builtIn,
  localPage,
  SectionTable,
  useAction,
  useEditAndDelete,
  usePermissions,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import type { BulkAction } from '@gatehouse/ui'
import { useQuery } from '@tanstack/react-query'
import { CatalogPage } from '../shared/catalog-page'
import { useCreate } from '../shared/create-button'
import type { Permission, PermissionCategory } from '../wire'
import { Categories } from './categories'
import { type Row, useColumns } from './columns'
import { PermissionDialog } from './permission-dialog'
import { classifyPermissions, deletePermission } from './permissions.actions'
import { ASSIGNMENTS, assignmentOf, catalogueQuery, permissionsTable } from './permissions.queries'
import { useT } from './permissions.texts'

const READING = {
  text: ({ name, description, key, category }: Row) =>
    `${builtIn(name)} ${name} ${description} ${key} ${builtIn(category)}`,
  sorts: {
    name: ({ name }: Row) => builtIn(name),
    key: ({ key }: Row) => key,
    category: ({ category, name }: Row) => `${builtIn(category)} ${builtIn(name)}`,
  },
  filters: { assignment: (row: Row, wanted: string) => assignmentOf(row) === wanted },
}

const rowsOf = (categories: readonly PermissionCategory[]): Row[] =>
  categories.flatMap(({ name, permissions }) => permissions.map((one) => ({ ...one, category: name })))

export function PermissionsPage() {
  const t = useT()
  const api = useApi()
  const { data: categories = [] } = useQuery(catalogueQuery(api))
  const { actionsFor, dialog } = useEditAndDelete<Permission>({
    change: 'vendor.write.roles',
    t,
    editor: (permission, close) => <PermissionDialog permission={permission} categories={categories} onClose={close} />,
    deletion: { action: deletePermission, keeps: ({ fePermission }) => fePermission },
  })
  const create = useCreate({
    label: t('create.button'),
    permission: 'vendor.write.roles',
    dialog: (close) => <PermissionDialog categories={categories} onClose={close} />,
  })
  return (
    <CatalogPage t={t} tables={['permission_categories', 'permissions']} create={create}>
      <SectionTable
        id="vendor-permissions"
        label={t('title')}
        table={permissionsTable}
        query={(state) => ({
          ...catalogueQuery(api),
          select: (all: PermissionCategory[]) => localPage(rowsOf(all), state, READING),
        })}
        columns={useColumns()}
        rowLabel={({ name }) => builtIn(name)}
        searchLabel={t('search')}
        rowActions={actionsFor}
        bulkActions={useClassification()}
        empty={{ drawing: 'key', title: t('empty.title'), children: t('empty.help'), action: create.button }}
      />
      {categories.length > 0 && <Categories categories={categories} />}
      {dialog}
    </CatalogPage>
  )
}

/** Bulk action that makes permissions assignable in tenant roles, or restricts them. */
function useClassification(): BulkAction<Row>[] {
  const t = useT()
  const can = usePermissions()
  const { run, isRunning } = useAction(classifyPermissions)
  if (!can('vendor.write.roles')) return []
  return ASSIGNMENTS.map((type) => ({
    label: t('classify', { label: t(`assignment.${type}`) }),
    loading: isRunning,
    onClick: (rows, clear) => void run({ permissionIds: rows.map(({ id }) => id), type }).then(clear, () => {}),
  }))
}
