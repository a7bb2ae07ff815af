import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { StaffRole } from '../wire'
import { KEY, type Member } from './staff.queries'
import { t } from './staff.texts'

const invalidates = [KEY]
const pathParams = ({ userId }: Member) => ({ params: { path: { userId } } })

export const addStaff = defineAction({
  call: (api, body: { readonly email: string; readonly role: StaffRole }) =>
    unwrap(api.POST('/vendor/resources/staff/v1', { body })),
  invalidates,
  done: ({ email }) => t('add.done', { email }),
})

export const changeStaff = defineAction({
  call: (api, { member, role }: { readonly member: Member; readonly role: StaffRole }) =>
    unwrap(api.PATCH('/vendor/resources/staff/v1/{userId}', { ...pathParams(member), body: { role } })),
  invalidates,
  done: ({ member }) => t('change.done', { name: nameOf(member) }),
})

export const removeStaff = defineAction({
  call: (api, member: Member) => unwrap(api.DELETE('/vendor/resources/staff/v1/{userId}', pathParams(member))),
  invalidates,
  done: (member) => t('remove.done', { name: nameOf(member) }),
  deletedIds: ({ id }) => [id],
})

export const nameOf = ({ name, email }: Member) => name || email
