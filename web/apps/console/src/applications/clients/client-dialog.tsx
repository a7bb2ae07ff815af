import { DialogForm, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { type Secret, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { JsonField } from '../../shared/json-field'
import { jsonProblem, jsonText } from '../../shared/json-text'
import { LinesField } from '../../shared/lines-field'
import type { Application, ApplicationClient } from '../../wire'
import { type ClientValues, changeClient, createClient } from './clients.actions'
import { readClients } from './clients.queries'
import { t, useT } from './clients.texts'

const schema = z.object({
  clientName: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  redirectURLs: z.array(z.string()),
  externalMetadata: z.string().superRefine((text, { addIssue }) => {
    const message = jsonProblem(text)
    if (message) addIssue({ code: 'custom', message })
  }),
})

const toFormValues = (client: ApplicationClient | undefined): ClientValues => ({
  clientName: client?.clientName ?? '',
  redirectURLs: client?.redirectURLs ?? [],
  externalMetadata: jsonText(client?.externalMetadata ?? {}),
})

interface ClientDialogProps {
  readonly application: Application
  readonly client?: ApplicationClient
  /** Shows the secret, which the server returns only once. */
  readonly onMade: (secret: Secret) => void
  readonly onClose: () => void
}

/** Form for a new OAuth client, or for all settings of an existing one. */
export function ClientDialog({ application, client, onMade, onClose }: ClientDialogProps) {
  const t = useT()
  const create = useAction(createClient)
  const change = useAction(changeClient)
  const api = useApi()
  const dialog = useDialogForm<ClientValues>({
    schema,
    start: toFormValues(client),
    current:
      client &&
      (async () => {
        const now = (await readClients(api, application.id)).find(({ id }) => id === client.id)
        return now && toFormValues(now)
      }),
    async save(values, changed) {
      if (client) return change.run({ client, values: changed })
      const made = await create.run({ application, values })
      return onMade({
        title: t('create.keep'),
        label: t('create.secret'),
        value: made.clientSecret,
        known: [{ label: t('create.id'), value: made.id }],
        fileName: 'client-secret.txt',
      })
    },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={
        client ? t('edit.title', { name: client.clientName }) : t('create.title', { application: application.name })
      }
      submitLabel={t(client ? 'edit.submit' : 'create.button')}
    >
      <Field of={dialog} name="clientName">
        {(input) => (
          <TextField label={t('form.name')} help={t('form.nameHelp')} autoComplete="off" data-autofocus {...input} />
        )}
      </Field>
      <Field of={dialog} name="redirectURLs">
        {(input) => (
          <LinesField
            label={t('form.redirects')}
            help={t('form.redirectsHelp')}
            placeholder="https://agent.example.com/callback"
            optional
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="externalMetadata">
        {(input) => (
          <JsonField label={t('form.metadata')} help={t('form.metadataHelp')} optional minRows={3} {...input} />
        )}
      </Field>
    </DialogForm>
  )
}
