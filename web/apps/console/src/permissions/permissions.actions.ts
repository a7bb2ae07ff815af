import { builtIn, defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { Permission, PermissionCategory } from '../wire'
import { type Assignment, KEY } from './permissions.queries'
import { t } from './permissions.texts'

const PERMISSIONS = '/identity/resources/permissions/v1'
const invalidates = [KEY, ['vendor-roles']]
const pathParams = ({ id }: Permission) => ({ params: { path: { permission_id: id } } })
const categoryParams = ({ id }: PermissionCategory) => ({ params: { path: { category_id: id } } })

export interface PermissionValues {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly categoryId: string
  readonly assignmentType: Assignment
}

export const createPermission = defineAction({
  call: (api, values: PermissionValues) => unwrap(api.POST(PERMISSIONS, { body: [values] })),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface Change {
  readonly permission: Permission
  readonly values: Partial<PermissionValues>
}

export const changePermission = defineAction({
  async call(api, { permission, values }: Change) {
    const { assignmentType, key: _, ...words } = values
    if (Object.keys(words).length > 0) {
      await unwrap(api.PATCH(`${PERMISSIONS}/{permission_id}`, { ...pathParams(permission), body: words }))
    }
    if (assignmentType) {
      const body = { permissionIds: [permission.id], type: assignmentType }
      await unwrap(api.PUT(`${PERMISSIONS}/classification`, { body }))
    }
  },
  invalidates,
  done: ({ permission, values }) => t('edit.done', { name: builtIn(values.name ?? permission.name) }),
})

export const classifyPermissions = defineAction({
  call: (api, body: { readonly permissionIds: string[]; readonly type: Assignment }) =>
    unwrap(api.PUT(`${PERMISSIONS}/classification`, { body })),
  invalidates,
  done: ({ permissionIds }) => t('classified', { count: permissionIds.length }),
})

export const deletePermission = defineAction({
  call: (api, permission: Permission) => unwrap(api.DELETE(`${PERMISSIONS}/{permission_id}`, pathParams(permission))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})

export interface CategoryValues {
  readonly name: string
  readonly description: string
}

export const createCategory = defineAction({
  call: (api, body: CategoryValues) => unwrap(api.POST(`${PERMISSIONS}/categories`, { body })),
  invalidates,
  done: ({ name }) => t('categories.create.done', { name }),
})

export const describeCategory = defineAction({
  call: (api, { category, description }: { readonly category: PermissionCategory; readonly description: string }) =>
    unwrap(
      api.PATCH(`${PERMISSIONS}/categories/{category_id}`, { ...categoryParams(category), body: { description } }),
    ),
  invalidates,
  done: ({ category }) => t('categories.edit.done', { name: builtIn(category.name) }),
})

export const deleteCategory = defineAction({
  call: (api, category: PermissionCategory) =>
    unwrap(api.DELETE(`${PERMISSIONS}/categories/{category_id}`, categoryParams(category))),
  invalidates,
  done: ({ name }) => t('categories.delete.done', { name }),
})
