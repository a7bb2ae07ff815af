import { unwrap } from '@gatehouse/api'
import { defineAction } from '../shared/action'
import type { DirectoryConnection, MadeConnection } from '../wire'
import { KEY } from './provisioning.queries'
import { t } from './provisioning.texts'

const CONNECTIONS = '/directory/resources/v1/configurations/scim2'
const CONNECTION = '/directory/resources/v1/configurations/scim2/{connection_id}'
const pathOf = ({ id }: Pick<DirectoryConnection, 'id'>) => ({ params: { path: { connection_id: id } } })

interface NewConnection {
  readonly source: DirectoryConnection['source']
  readonly connectionName: string
}

export const connectDirectory = defineAction({
  call: (api, values: NewConnection): Promise<MadeConnection> =>
    unwrap(api.POST(CONNECTIONS, { body: { ...values, syncToUserManagement: true } })),
  invalidates: [KEY],
})

export const renameConnection = defineAction({
  call: (api, { connection, name }: { readonly connection: DirectoryConnection; readonly name: string }) =>
    unwrap(api.PATCH(CONNECTION, { ...pathOf(connection), body: { connectionName: name } })),
  invalidates: [KEY],
  done: ({ name }) => t('rename.done', { name }),
})

export const switchConnection = defineAction({
  call: (api, { id, syncToUserManagement }: DirectoryConnection) =>
    unwrap(api.PATCH(CONNECTION, { ...pathOf({ id }), body: { syncToUserManagement: !syncToUserManagement } })),
  invalidates: [KEY],
  done: ({ connectionName, syncToUserManagement }) =>
    t(syncToUserManagement ? 'nowOff' : 'nowOn', { name: connectionName }),
})

export const rotateToken = defineAction({
  call: (api, connection: DirectoryConnection): Promise<MadeConnection> =>
    unwrap(api.POST(`${CONNECTION}/token`, pathOf(connection))),
  invalidates: [KEY],
})

export const deleteConnection = defineAction({
  call: (api, { connection, all }: { readonly connection: DirectoryConnection; readonly all: boolean }) =>
    unwrap(api.DELETE(CONNECTION, { ...pathOf(connection), body: { deleteAll: all } })),
  invalidates: [KEY, ['users'], ['groups']],
  done: ({ connection }) => t('delete.done', { name: connection.connectionName }),
  deletedIds: ({ connection }) => [connection.id],
})
