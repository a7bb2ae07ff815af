import { unwrap } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { defineAction } from '../shared/action'
import { inSequence, type Outcome } from '../shared/in-sequence'
import type { Role, TeamUser } from '../wire'
import { nameOf } from './person'
import { type Invitation, KEY } from './users.queries'
import { t } from './users.texts'

const invalidates = [KEY]
const pathOf = ({ id }: TeamUser) => ({ params: { path: { user_id: id } } })
const idOf = ({ id }: { readonly id: string }) => id
const words = (user: TeamUser) => ({ name: nameOf(user), email: user.email })
const getErrorText = (user: TeamUser, reason: string) => t('failed', { name: nameOf(user), reason })

const MEMBER = '/team/resources/members/v1/{user_id}'
const IN_TENANT = '/identity/resources/tenants/users/v1/{user_id}'
const TEMPORARY = '/identity/resources/users/temporary/v1/{user_id}'

/** The address belongs to a member already, so no invitation was sent. */
export class AlreadyMember extends Error {}

/** One call per address, one after the other (spec §4, bulk invite). */
export const inviteUsers = defineAction({
  call: (api, invitations: readonly Invitation[]) =>
    inSequence(invitations, async (body) => {
      const user = await unwrap(api.POST('/identity/resources/users/v2', { body: { ...body } }))
      if (user.activatedForTenant) throw new AlreadyMember()
    }),
  invalidates,
  done: (_, { done, failed }) =>
    failed.length > 0 ? undefined : t('invite.sent', { count: done.length, email: done[0]?.email ?? '' }),
})

export interface UserChange {
  readonly user: TeamUser
  readonly name?: string
  readonly roles?: readonly Role[]
  /** The roles that the change started from: the server keeps what others change meanwhile. */
  readonly baseRoleIds?: string[]
}

/** Optimistic; rolled back when the server refuses (spec §4). */
export const changeUser = defineAction({
  call: (api, { user: { id }, name, roles, baseRoleIds }: UserChange) =>
    unwrap(
      api.PUT('/team/resources/members/v1', {
        // An empty list would keep the roles; a list of one empty text is how the wire says "none".
        body: {
          id,
          ...(name && { name }),
          ...(roles && { roleIds: roles.length > 0 ? roles.map(idOf) : [''] }),
          ...(baseRoleIds && { baseRoleIds }),
        },
      }),
    ),
  invalidates,
  optimistic: ({ user, name = user.name, roles = user.roles }) => ({
    before: user,
    after: { ...user, name, roles: [...roles], roleIds: roles.map(idOf) },
  }),
  refused: ({ user }, reason) => t('edit.failed', { name: nameOf(user), reason }),
})

export const resendInvitation = defineAction({
  call: (api, user: TeamUser) => unwrap(api.POST(`${MEMBER}/resendActivationEmail`, pathOf(user))),
  invalidates,
  done: (user) => t('resent', words(user)),
  refused: getErrorText,
})

export const resendInvitations = defineAction({
  call: (api, users: readonly TeamUser[]) =>
    inSequence(users, (user) => unwrap(api.POST(`${MEMBER}/resendActivationEmail`, pathOf(user)))),
  invalidates,
  done: (users, outcome) =>
    firstReason(outcome, (failed, reason) => t('resentPartly', { failed, count: users.length, reason })) ??
    t('resentMany', { count: users.length }),
})

export const disableUser = defineAction({
  call: (api, user: TeamUser) => unwrap(api.POST(`${IN_TENANT}/disable`, pathOf(user))),
  invalidates,
  done: (user) => t('disable.done', words(user)),
})

export const enableUser = defineAction({
  call: (api, user: TeamUser) => unwrap(api.POST(`${IN_TENANT}/enable`, pathOf(user))),
  invalidates,
  done: (user) => t('enabled', words(user)),
  refused: getErrorText,
})

/** Ends every session that the person has with this organization. */
export const signOutUser = defineAction({
  call: (api, { id: userId }: TeamUser) =>
    unwrap(api.POST('/identity/resources/users/sessions/v1/revoke', { body: { userId } })),
  invalidates,
  done: (user) => t('signOut.done', words(user)),
})

export const releaseSsoLinks = defineAction({
  call: (api, user: TeamUser) => unwrap(api.DELETE('/team/resources/sso/v1/users/{user_id}/links', pathOf(user))),
  invalidates,
  done: (user) => t('releaseSso.done', words(user)),
})

export const removeUser = defineAction({
  call: (api, user: TeamUser) => unwrap(api.DELETE(MEMBER, pathOf(user))),
  invalidates,
  done: (user) => t('remove.done', words(user)),
  deletedIds: ({ id }) => [id],
})

export const removeUsers = defineAction({
  call: (api, users: readonly TeamUser[]) => inSequence(users, (user) => unwrap(api.DELETE(MEMBER, pathOf(user)))),
  invalidates,
  done: (users, outcome) =>
    firstReason(outcome, (failed, reason) => t('remove.failedMany', { failed, count: users.length, reason })) ??
    t('remove.doneMany', { count: users.length }),
  deletedIds: (_, { done }) => done.map(idOf),
})

export const makeTemporary = defineAction({
  call: (api, { user, seconds }: { readonly user: TeamUser; readonly seconds: number }) =>
    unwrap(api.PUT(TEMPORARY, { ...pathOf(user), body: { expirationInSeconds: seconds } })),
  invalidates,
  done: ({ user }) => t('expiry.done', words(user)),
})

export const makePermanent = defineAction({
  call: (api, user: TeamUser) => unwrap(api.DELETE(TEMPORARY, pathOf(user))),
  invalidates,
  done: (user) => t('permanent', words(user)),
  refused: getErrorText,
})

/** Of several that were tried, those that failed are told together, with the first reason. */
function firstReason(
  { failed }: Outcome<unknown>,
  text: (failed: number, reason: string) => string,
): { tone: 'error'; text: string } | undefined {
  const [first] = failed
  return first && { tone: 'error', text: text(failed.length, errorText(first.error)) }
}
