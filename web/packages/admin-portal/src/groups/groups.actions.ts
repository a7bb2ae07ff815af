import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { Group, GroupMember } from '../wire'
import { KEY } from './groups.queries'
import { t } from './groups.texts'

/** People show their groups, and what they may do by them. */
const invalidates = [KEY, ['users']]
const GROUP = '/identity/resources/groups/v1/{group_id}'
const pathOf = ({ id }: Pick<Group, 'id'>) => ({ params: { path: { group_id: id } } })

export interface GroupValues {
  readonly name: string
  readonly description: string
  readonly color: string
}

export const createGroup = defineAction({
  call: (api, body: GroupValues) => unwrap(api.POST('/identity/resources/groups/v1', { body })),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

export const changeGroup = defineAction({
  call: (api, { group, values }: { readonly group: Group; readonly values: Partial<GroupValues> }) =>
    unwrap(api.PATCH(GROUP, { ...pathOf(group), body: values })),
  invalidates,
  done: (_, { name }) => t('edit.done', { name }),
})

export const deleteGroup = defineAction({
  call: (api, group: Group) => unwrap(api.DELETE(GROUP, pathOf(group))),
  invalidates,
  done: ({ name }) => t('delete.done', { name }),
  deletedIds: ({ id }) => [id],
})

interface GroupRoles {
  readonly group: Group
  readonly held: readonly string[]
  readonly roleIds: readonly string[]
}

/** What is new is given before what is gone is taken, so that no member is without both in between. */
export const setRoles = defineAction({
  async call(api, { group, held, roleIds }: GroupRoles) {
    const added = roleIds.filter((id) => !held.includes(id))
    const gone = held.filter((id) => !roleIds.includes(id))
    if (added.length > 0) await unwrap(api.POST(`${GROUP}/roles`, { ...pathOf(group), body: { roleIds: added } }))
    if (gone.length > 0) await unwrap(api.DELETE(`${GROUP}/roles`, { ...pathOf(group), body: { roleIds: gone } }))
  },
  invalidates,
  done: ({ group: { name } }) => t('roles.done', { name }),
})

/** Switches group roles on for all members. */
export const switchRolesOn = defineAction({
  call: (api, _: undefined) =>
    unwrap(api.POST('/identity/resources/groups/v1/config', { body: { enabled: true, rolesEnabled: true } })),
  invalidates,
  done: () => t('switchedOn'),
})

export const addMembers = defineAction({
  call: (api, { group, userIds }: { readonly group: Group; readonly userIds: string[] }) =>
    unwrap(api.POST(`${GROUP}/users`, { ...pathOf(group), body: { userIds } })),
  invalidates,
  done: ({ group: { name }, userIds: { length: count } }) => t('members.added', { count, name }),
})

export const removeMember = defineAction({
  call: (api, { group, member }: { readonly group: Group; readonly member: GroupMember }) =>
    unwrap(api.DELETE(`${GROUP}/users`, { ...pathOf(group), body: { userIds: [member.id] } })),
  invalidates,
  done: ({ group, member }) => t('members.removed', { name: member.name, group: group.name }),
})
