import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { Role } from '../wire'
import { KEY } from './roles.queries'
import { t } from './roles.texts'

const ROLE = '/identity/resources/roles/v1/{role_id}'
/** The permission catalog lists the roles of each permission. */
const invalidates = [KEY, ['permission-categories']]
const pathParams = ({ id }: Role) => ({ params: { path: { role_id: id } } })

export interface RoleValues {
  readonly name: string
  readonly key: string
  readonly description: string
  readonly level: number
  readonly isDefault: boolean
  readonly firstUserRole: boolean
  readonly permissionIds: string[]
}

export const createRole = defineAction({
  call(api, { key, ...values }: RoleValues) {
    const role = key ? { key, ...values } : values
    return unwrap(api.POST('/identity/resources/roles/v1', { body: [role] }))
  },
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

/** Saves the permissions first: if they are rejected, the role is unchanged. */
export const changeRole = defineAction({
  async call(api, { role, values }: { readonly role: Role; readonly values: Partial<RoleValues> }) {
    const { permissionIds, key: _, ...words } = values
    if (permissionIds) await unwrap(api.PUT(`${ROLE}/permissions`, { ...pathParams(role), body: { permissionIds } }))
    if (Object.keys(words).length > 0) await unwrap(api.PATCH(ROLE, { ...pathParams(role), body: words }))
  },
  invalidates,
  done: ({ role, values }) => t('edit.done', { name: values.name ?? role.name }),
})

export const deleteRole = defineAction({
  call: (api, role: Role) => unwrap(api.DELETE(ROLE, pathParams(role))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})
