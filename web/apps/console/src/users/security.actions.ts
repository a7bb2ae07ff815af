import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { VendorUser } from '../wire'
import { nameOf } from './users.actions'
import { KEY } from './users.queries'
import { t } from './users.texts'

const invalidates = [KEY]
const ONE = '/identity/resources/vendor-only/users/v1/{user_id}'

interface OfUser {
  readonly user: VendorUser
  readonly id: string
}
interface Removal extends OfUser {
  readonly reason: string
}

export const endSession = defineAction({
  call: (api, { user, id }: OfUser) =>
    unwrap(api.DELETE(`${ONE}/sessions/{session_id}`, { params: { path: { user_id: user.id, session_id: id } } })),
  invalidates,
  done: ({ user }) => t('sessions.ended', { name: nameOf(user) }),
})

export const endSessions = defineAction({
  call: (api, user: VendorUser) => unwrap(api.DELETE(`${ONE}/sessions`, { params: { path: { user_id: user.id } } })),
  invalidates,
  done: (user) => t('signOut.done', { name: nameOf(user) }),
})

export const removeFactor = defineAction({
  call: (api, { user, id, reason }: Removal) =>
    unwrap(
      api.POST(`${ONE}/factors/{factor_id}/remove`, {
        params: { path: { user_id: user.id, factor_id: id } },
        body: { reason },
      }),
    ),
  invalidates,
  done: () => t('factors.removed'),
})

export const unlinkIdentity = defineAction({
  call: (api, { user, id, reason }: Removal) =>
    unwrap(
      api.POST(`${ONE}/identities/{identity_id}/remove`, {
        params: { path: { user_id: user.id, identity_id: id } },
        body: { reason },
      }),
    ),
  invalidates,
  done: () => t('identities.removed'),
})
