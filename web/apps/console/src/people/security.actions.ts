import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { Person } from '../wire'
import { nameOf } from './people.actions'
import { KEY } from './people.queries'
import { t } from './people.texts'

const touches = [KEY]
const ONE = '/identity/resources/vendor-only/users/v1/{user_id}'

interface OfPerson {
  readonly person: Person
  readonly id: string
}
interface Removal extends OfPerson {
  readonly reason: string
}

export const endSession = defineAction({
  call: (api, { person, id }: OfPerson) =>
    unwrap(api.DELETE(`${ONE}/sessions/{session_id}`, { params: { path: { user_id: person.id, session_id: id } } })),
  touches,
  done: ({ person }) => t('sessions.ended', { name: nameOf(person) }),
})

export const endSessions = defineAction({
  call: (api, person: Person) => unwrap(api.DELETE(`${ONE}/sessions`, { params: { path: { user_id: person.id } } })),
  touches,
  done: (person) => t('signOut.done', { name: nameOf(person) }),
})

export const removeFactor = defineAction({
  call: (api, { person, id, reason }: Removal) =>
    unwrap(
      api.POST(`${ONE}/factors/{factor_id}/remove`, {
        params: { path: { user_id: person.id, factor_id: id } },
        body: { reason },
      }),
    ),
  touches,
  done: () => t('factors.removed'),
})

export const unlinkIdentity = defineAction({
  call: (api, { person, id, reason }: Removal) =>
    unwrap(
      api.POST(`${ONE}/identities/{identity_id}/remove`, {
        params: { path: { user_id: person.id, identity_id: id } },
        body: { reason },
      }),
    ),
  touches,
  done: () => t('identities.removed'),
})
