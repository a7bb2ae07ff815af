import { defineTable } from '@gatehouse/admin-portal/kit'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { StaffMember } from '../wire'

export const KEY = ['staff'] as const
export const ROLES = ['owner', 'support', 'finance', 'read-only'] as const

/** A staff member as a row of the table. */
export type Member = StaffMember & { readonly id: string }

export const staffTable = defineTable({ start: { sort: 'name', order: 'asc' } })

/** The list is short and not paginated. */
export const staffQuery = (api: ApiClient) =>
  queryOptions({ queryKey: [...KEY, 'list'], queryFn: ({ signal }) => readStaff(api, signal) })

export async function readStaff(api: ApiClient, signal?: AbortSignal): Promise<Member[]> {
  const members = await unwrap(api.GET('/vendor/resources/staff/v1', { ...(signal && { signal }) }))
  return members.map((member) => ({ ...member, id: member.userId }))
}
