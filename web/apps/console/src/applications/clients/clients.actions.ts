import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { mapProblemsToFields } from '../../shared/document-problems'
import { readJson } from '../../shared/json-text'
import { cleanLines } from '../../shared/lines-field'
import type { Application, ApplicationClient } from '../../wire'
import { KEY } from '../applications.queries'
import { CLIENTS } from './clients.queries'
import { t } from './clients.texts'

const invalidates = [[...KEY, 'clients']]
const ONE = `${CLIENTS}/{client_id}` as const
const pathParams = ({ id }: ApplicationClient) => ({ params: { path: { client_id: id } } })
/** Field names of the document, with the names of the form. A client is validated like an application. */
const NAMES = { name: 'clientName', redirect_uris: 'redirectURLs' }

export interface ClientValues {
  readonly clientName: string
  readonly redirectURLs: string[]
  /** JSON text. */
  readonly externalMetadata: string
}

/** Converts form values into the request body. */
const toRequestBody = ({ redirectURLs, externalMetadata, ...values }: Partial<ClientValues>) => ({
  ...values,
  ...(redirectURLs && { redirectURLs: cleanLines(redirectURLs) }),
  ...(externalMetadata !== undefined && { externalMetadata: readJson(externalMetadata) }),
})

interface New {
  readonly application: Application
  readonly values: ClientValues
}

export const createClient = defineAction({
  call(api, { application, values }: New) {
    const headers = { 'frontegg-requested-application-id': application.id }
    const body = { ...toRequestBody(values), clientName: values.clientName, clientType: 'Agent' as const }
    return mapProblemsToFields(NAMES, unwrap(api.POST(CLIENTS, { body, headers })))
  },
  invalidates,
})

interface Change {
  readonly client: ApplicationClient
  readonly values: Partial<ClientValues>
}

export const changeClient = defineAction({
  call: (api, { client, values }: Change) =>
    mapProblemsToFields(NAMES, unwrap(api.PATCH(ONE, { ...pathParams(client), body: toRequestBody(values) }))),
  invalidates,
  done: ({ client, values }) => t('edit.done', { name: values.clientName ?? client.clientName }),
})

export const deleteClient = defineAction({
  call: (api, client: ApplicationClient) => unwrap(api.DELETE(ONE, pathParams(client))),
  invalidates,
  done: ({ clientName: name }) => t('delete.done', { name }),
})
