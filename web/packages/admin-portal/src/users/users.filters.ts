import { type ApiClient, unwrap } from '@gatehouse/api'
import { useApi, useSessionState } from '@gatehouse/react'
import { asyncSelect, choice, choices, getNestedValue } from '@gatehouse/ui'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { usePermissions } from '../shared/permissions'
import { rolesQuery } from '../shared/roles.queries'
import type { StateOf } from '../shared/table-state'
import { t } from './users.texts'

const DAY = 86_400

/** What each word of the filter asks the server for. */
const SEEN = {
  week: { _seenWithinSeconds: 7 * DAY },
  month: { _seenWithinSeconds: 30 * DAY },
  notMonth: { _notSeenForSeconds: 30 * DAY },
  notQuarter: { _notSeenForSeconds: 90 * DAY },
  never: { _neverSeen: true },
} as const

export const usersFilters = {
  status: choices(() => t('columns.status'), {
    active: () => t('status.active'),
    pending: () => t('status.pending'),
    disabled: () => t('status.disabled'),
    ended: () => t('status.ended'),
  }),
  role: asyncSelect(() => t('filters.role'), useRoles),
  group: asyncSelect(() => t('filters.group'), useGroups),
  seen: choice(() => t('columns.lastSeen'), {
    week: () => t('filters.seen.week'),
    month: () => t('filters.seen.month'),
    notMonth: () => t('filters.seen.notMonth'),
    notQuarter: () => t('filters.seen.notQuarter'),
    never: () => t('never'),
  }),
  factor: choice(() => t('filters.factor'), {
    yes: () => t('filters.enrolled'),
    no: () => t('filters.notEnrolled'),
  }),
  managedBy: choice(() => t('columns.managedBy'), {
    frontegg: () => t('managedBy.frontegg'),
    scim2: () => t('managedBy.scim2'),
  }),
}

export type UsersState = StateOf<typeof usersFilters>

/** As the server's lists of people are asked. */
export function filterQuery({ filters = {} }: UsersState) {
  const { status, role, group, seen, factor, managedBy } = filters
  return {
    ...(status && { _status: [...status] }),
    ...(role && { _roleIds: [...role] }),
    ...(group && { _groupIds: [...group] }),
    ...(seen && SEEN[seen]),
    ...(factor && { _mfaEnrolled: factor === 'yes' }),
    ...(managedBy && { _managedBy: [managedBy] }),
  }
}

/** Names of filters that are not for this person, or are of a column that the vendor hides. */
export function useHiddenFilters(): readonly string[] {
  const can = usePermissions()
  const { metadata } = useSessionState()
  const said = getNestedValue(metadata.themeV2, 'adminPortal', 'pages', 'users', 'fieldsProperties', 'tableColumns')
  const isHidden = (column: string) => getNestedValue(said, column, 'visibility') === 'hidden'
  return [
    ...(isHidden('status') ? ['status'] : []),
    ...(isHidden('roles') || !can('fe.secure.read.roles') ? ['role'] : []),
    ...(isHidden('groups') || !can('fe.secure.read.groups') ? ['group'] : []),
    ...(isHidden('lastSeen') ? ['seen'] : []),
    ...(isHidden('managedBy') ? ['managedBy'] : []),
  ]
}

function useRoles(isNeeded: boolean) {
  const { data, error } = useQuery({ ...rolesQuery(useApi()), enabled: isNeeded })
  return data?.map(({ id, name }) => ({ value: id, label: name })) ?? error ?? undefined
}

/** Names alone: two thousand with their people would be a long answer. */
const groupNamesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['groups', 'names'],
    queryFn: async ({ signal }) => (await unwrap(api.GET('/identity/resources/groups/v1', { signal }))).groups,
  })

function useGroups(isNeeded: boolean) {
  const { data, error } = useQuery({ ...groupNamesQuery(useApi()), enabled: isNeeded })
  return data?.map(({ id, name }) => ({ value: id, label: name })) ?? error ?? undefined
}
