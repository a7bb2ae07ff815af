import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { Role } from '../wire'
import { t } from './roles.texts'

/** People and groups show their roles, and what they may do by them. */
const invalidates = [['roles'], ['users'], ['groups']]
const ROLE = '/identity/resources/roles/v1/{role_id}'
const pathOf = ({ id }: Pick<Role, 'id'>) => ({ params: { path: { role_id: id } } })

export interface RoleValues {
  readonly name: string
  readonly description: string
  readonly isDefault: boolean
  readonly permissionIds: string[]
}

export const createRole = defineAction({
  call: (api, body: RoleValues) => unwrap(api.POST('/identity/resources/roles/v2', { body })),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

interface RoleChange {
  readonly role: Role
  readonly values: Partial<RoleValues>
  /** The permissions that the change started from: the server keeps what others change meanwhile. */
  readonly basePermissionIds: string[]
}

/** What the role allows goes first: refused, nothing of it has changed. */
export const changeRole = defineAction({
  async call(api, { role, values, basePermissionIds }: RoleChange) {
    const { permissionIds, ...words } = values
    if (permissionIds)
      await unwrap(api.PUT(`${ROLE}/permissions`, { ...pathOf(role), body: { permissionIds, basePermissionIds } }))
    if (Object.keys(words).length > 0) await unwrap(api.PATCH(ROLE, { ...pathOf(role), body: words }))
  },
  invalidates,
  done: ({ role, values }) => t('edit.done', { name: values.name ?? role.name }),
})

export const deleteRole = defineAction({
  call: (api, role: Role) => unwrap(api.DELETE(ROLE, pathOf(role))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})
