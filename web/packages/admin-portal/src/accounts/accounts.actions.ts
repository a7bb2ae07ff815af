import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { PersonBelow } from '../wire'
import { KEY } from './accounts.queries'
import { t } from './accounts.texts'

const invalidates = [KEY]
const SUB_ACCOUNT = '/tenants/resources/sub-tenants/v1/{tenant_id}'
const pathOf = (id: string) => ({ params: { path: { tenant_id: id } } })

/** Which account, as rows, pages and dialogs name it. */
export interface Account {
  readonly tenantId: string
  readonly name: string
}

export const createAccount = defineAction({
  call: (api, { parent, name }: { readonly parent: Account; readonly name: string }) =>
    unwrap(
      api.POST('/tenants/resources/sub-tenants/v1', {
        body: { name, parentTenantId: parent.tenantId, isReseller: false },
      }),
    ),
  invalidates,
  done: ({ name }) => t('create.done', { name }),
})

export const renameAccount = defineAction({
  call: (api, { account, name }: { readonly account: Account; readonly name: string }) =>
    unwrap(api.PATCH(SUB_ACCOUNT, { ...pathOf(account.tenantId), body: { name } })),
  invalidates,
  done: ({ name }) => t('rename.done', { name }),
})

export const deleteAccount = defineAction({
  call: (api, { tenantId }: Account) => unwrap(api.DELETE(SUB_ACCOUNT, pathOf(tenantId))),
  invalidates,
  deletedIds: ({ tenantId }) => [tenantId],
  done: ({ name }) => t('remove.done', { name }),
})

/** Says itself what it did, so nothing here does. */
export const setReseller = (tenantId: string) =>
  defineAction({
    call: (api, isReseller: boolean) =>
      unwrap(api.PUT(`${SUB_ACCOUNT}/management`, { ...pathOf(tenantId), body: { isReseller } })),
    invalidates,
  })

export interface InvitationBelow {
  readonly account: Account
  readonly emails: readonly string[]
  readonly roleIds: string[]
}

/** Invites all of them or none. */
export const invitePeople = defineAction({
  call: (api, { account, emails, roleIds }: InvitationBelow) =>
    unwrap(
      api.POST('/identity/resources/sub-tenants/users/v2', {
        body: {
          users: emails.map((email) => ({ email })),
          tenantId: account.tenantId,
          allowSubAccountAccess: false,
          ...(roleIds.length > 0 && { roleIds }),
        },
      }),
    ),
  invalidates,
  done: ({ emails }) => t('people.invited', { count: emails.length, email: emails[0] ?? '' }),
})

interface OneBelow {
  readonly account: Account
  readonly person: PersonBelow
}

interface RolesBelow extends OneBelow {
  readonly roleIds: string[]
  /** The roles that the change started from: the server keeps what others change meanwhile. */
  readonly baseRoleIds: string[]
}

export const setRolesBelow = defineAction({
  call: (api, { account, person, roleIds, baseRoleIds }: RolesBelow) =>
    unwrap(
      api.PATCH('/identity/resources/sub-tenants/users/v1/{user_id}/roles', {
        params: { path: { user_id: person.id } },
        body: { subTenantsRoles: [{ tenantId: account.tenantId, roleIds, baseRoleIds }] },
      }),
    ),
  invalidates,
  done: ({ person }) => t('people.rolesDone', { name: person.name }),
})

export const removeBelow = defineAction({
  call: (api, { account, person }: OneBelow) =>
    unwrap(
      api.DELETE('/identity/resources/sub-tenants/users/v1', {
        body: { userId: person.id, subTenants: [{ tenantId: account.tenantId }] },
      }),
    ),
  invalidates,
  done: ({ account, person }) => t('people.removed', { name: person.name, account: account.name }),
})

export const setAccess = defineAction({
  call: (api, { person, allowAccess }: { readonly person: PersonBelow; readonly allowAccess: boolean }) =>
    unwrap(
      api.PUT('/identity/resources/sub-tenants/users/v1/{user_id}/access', {
        params: { path: { user_id: person.id } },
        body: { allowAccess },
      }),
    ),
  invalidates,
  done: ({ person, allowAccess }) =>
    t(allowAccess ? 'people.accessGiven' : 'people.accessTaken', { name: person.name }),
  refused: ({ person }, reason) => t('people.failed', { name: person.name, reason }),
})
