import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { useApi, useSessionState } from '@gatehouse/react'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { defineAction } from '../../shared/action'
import type { Application, TeamUser } from '../../wire'
import { nameOf } from '../person'
import { t } from '../users.texts'

const ASSIGNED = ['applications', 'assigned'] as const
const PEOPLE = '/identity/resources/applications/v1'

/** The applications of the account: with free access, and with managed access. */
export const applicationsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['applications', 'all'],
    async queryFn({ signal }): Promise<readonly Application[]> {
      const [own] = await unwrap(api.GET('/applications/resources/applications/tenant-assignments/v1', { signal }))
      const query = { ids: own?.appIds.join(',') ?? '', _includeFreeAccess: true }
      return unwrap(api.GET('/applications/resources/applications/v1', { params: { query }, signal }))
    },
    staleTime: 60_000,
  })

/** Which applications each of these people is assigned to, by their ids. */
export const assignedQuery = (api: ApiClient, userIds: readonly string[]) =>
  queryOptions({
    queryKey: [...ASSIGNED, ...userIds],
    async queryFn({ signal }): Promise<ReadonlyMap<string, readonly string[]>> {
      const query = { userIds: userIds.join(',') }
      const found = await unwrap(api.GET(`${PEOPLE}/users-apps`, { params: { query }, signal }))
      return new Map(found.map(({ userId, appIds }) => [userId, appIds]))
    },
    placeholderData: keepPreviousData,
  })

/** The spec's words (§8) where the server was not reached, or failed; what it refuses it says itself. */
async function withAssignError<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const isRefused = !(error instanceof ApiError) || (error.status >= 400 && error.status < 500)
    throw isRefused ? error : new ApiError(0, '', [t('applications.failed')], error.traceId)
  }
}

interface Assignment {
  readonly user: TeamUser
  readonly tenantId: string
  readonly added: string[]
  readonly gone: string[]
}

/** What is new is given before what is gone is taken. */
export const assignApplications = defineAction({
  async call(api, { user, tenantId, added, gone }: Assignment) {
    const toRequest = (appIds: string[]) => ({ body: { userId: user.id, tenantId, appIds } })
    if (added.length > 0) await withAssignError(unwrap(api.POST(`${PEOPLE}/apps-user`, toRequest(added))))
    if (gone.length > 0) await withAssignError(unwrap(api.DELETE(`${PEOPLE}/user-apps`, toRequest(gone))))
  },
  invalidates: [ASSIGNED],
  done: ({ user }) => t('applications.done', { name: nameOf(user) }),
})

/** As many as the server takes at once. */
const MOST = 100

interface Assignments {
  readonly appId: string
  readonly name: string
  readonly users: readonly TeamUser[]
}

export const assignMany = defineAction({
  async call(api, { appId, users }: Assignments) {
    for (let start = 0; start < users.length; start += MOST) {
      const some = users.slice(start, start + MOST)
      const body = { appId, tenantId: some[0]?.tenantId ?? '', userIds: some.map(({ id }) => id) }
      await withAssignError(unwrap(api.POST(PEOPLE, { body })))
    }
  },
  invalidates: [ASSIGNED],
  done: ({ name, users }) => t('applications.doneMany', { count: users.length, name }),
})

const FLAG = 'multi-apps-admin-portal'

/** Whether people are given applications here at all: the vendor has several, and says so by a flag (spec §4). */
export const useHasApplications = (): boolean => useSessionState().flags[FLAG] === 'on'

/** The applications that a user may use: with free access, and those they are assigned to. */
export const isUsable = ({ id, accessType }: Application, assigned: readonly string[]): boolean =>
  accessType === 'FREE_ACCESS' || assigned.includes(id)

/** What each of these people may use; undefined until that is known. */
export function useUsable(users: readonly TeamUser[]): (user: TeamUser) => readonly Application[] | undefined {
  const api = useApi()
  const enabled = useHasApplications() && users.length > 0
  const all = useQuery({ ...applicationsQuery(api), enabled }).data
  const ids = users.map(({ id }) => id)
  const assigned = useQuery({ ...assignedQuery(api, ids), enabled }).data
  return useCallback(
    ({ id }) => {
      const theirs = assigned?.get(id)
      return theirs && all?.filter((one) => isUsable(one, theirs))
    },
    [all, assigned],
  )
}
