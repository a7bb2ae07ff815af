import { useApi } from '@gatehouse/react'
import { TextField } from '@gatehouse/ui'
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { useDialogForm } from '../shared/dialog-form'
import { useEdited } from '../shared/edited'
import { EndpointDialog, endpointFields } from '../shared/endpoint/endpoint-dialog'
import { Field } from '../shared/field'
import { EventsField } from './events-field'
import { newSecret } from './new-secret'
import { changeWebhook, createWebhook } from './webhooks.actions'
import { readWebhooks, type Webhook } from './webhooks.queries'
import { t, useT } from './webhooks.texts'

const schema = z.object({
  ...endpointFields,
  secret: z
    .string()
    .max(256)
    .refine((secret) => secret === '' || secret.length >= 8, { error: () => t('form.secretShort') }),
  eventKeys: z.array(z.string()).min(1, { error: () => t('form.eventsMissing') }),
  isOrdered: z.boolean(),
})

type Values = z.infer<typeof schema>

const startOf = (webhook: Webhook | undefined): Values => ({
  displayName: webhook?.displayName ?? '',
  description: webhook?.description ?? '',
  url: webhook?.url ?? '',
  secret: webhook?.secret ?? '',
  eventKeys: webhook?.eventKeys ?? [],
  isOrdered: webhook?.isOrdered ?? false,
})

interface WebhookDialogProps {
  readonly webhook?: Webhook
  readonly onClose: () => void
  readonly onCreated?: (id: string) => void
}

/** A new webhook, or what one is. A stored secret shows as dots, and stays unless something else is typed. */
export function WebhookDialog({ webhook, onClose, onCreated }: WebhookDialogProps) {
  const t = useT()
  const create = useAction(createWebhook)
  const change = useAction(changeWebhook)
  const api = useApi()
  const edited = useEdited<Values>()
  const [start] = useState(() => startOf(webhook))
  const dialog = useDialogForm<Values>({
    schema,
    start,
    async save({ secret, ...values }, changed) {
      if (!webhook) return void onCreated?.((await create.run({ ...values, secret: secret || null }))._id)
      const now = (await readWebhooks(api)).find(({ id }) => id === webhook.id)
      const { secret: other, ...others } = now ? edited(start, changed, startOf(now)) : changed
      const secretToo = other === undefined ? {} : { secret: other || null }
      await change.run({ webhook, values: { ...others, ...secretToo } })
    },
    refusals: { 'webhooks.unknown_event': 'eventKeys', 'webhooks.url_refused': 'url' },
    onClose,
  })
  const makeSecret = () => dialog.form.setValue('secret', newSecret(), { shouldDirty: true, shouldValidate: true })

  return (
    <EndpointDialog
      of={dialog}
      title={webhook ? t('edit.title', { name: webhook.displayName }) : t('create.title')}
      about={webhook ? undefined : t('create.help')}
      submitLabel={t(webhook ? 'edit.submit' : 'create.submit')}
      urlHelp={t('form.urlHelp')}
      last={
        <Field of={dialog} name="isOrdered">
          {({ value, onChange, name, ref }) => (
            <Checkbox
              name={name}
              ref={ref}
              label={t('form.ordered')}
              description={t('form.orderedHelp')}
              checked={value}
              onChange={({ currentTarget }) => onChange(currentTarget.checked)}
            />
          )}
        </Field>
      }
    >
      <Field of={dialog} name="eventKeys">
        {(input) => <EventsField label={t('form.events')} {...input} />}
      </Field>
      <Field of={dialog} name="secret">
        {(input) => (
          <Stack gap="xs" align="flex-start">
            <TextField
              label={t('form.secret')}
              help={t('form.secretHelp')}
              optional
              autoComplete="off"
              spellCheck={false}
              w="100%"
              {...input}
            />
            <Button variant="default" size="xs" onClick={makeSecret}>
              {t('form.secretMake')}
            </Button>
          </Stack>
        )}
      </Field>
    </EndpointDialog>
  )
}
