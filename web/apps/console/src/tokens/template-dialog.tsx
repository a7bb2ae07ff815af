import { DialogForm, DurationField, Field, shortText, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { TextAreaField, TextField } from '@gatehouse/ui'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { JsonField } from '../shared/json-field'
import { jsonText } from '../shared/json-text'
import type { TokenTemplate } from '../wire'
import { claimsOf, PLACEHOLDERS } from './claims'
import { claimsSchema } from './claims-schema'
import { TokenPreview } from './token-preview'
import { changeTemplate, createTemplate, type TemplateValues } from './tokens.actions'
import { readTemplates } from './tokens.queries'
import { t, useT } from './tokens.texts'

const life = { error: () => t('form.expirationWrong') }

const schema = z.object({
  name: shortText(200).min(1, { error: () => t('form.nameMissing') }),
  key: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9._-]{1,100}$/, { error: () => t('form.keyWrong') }),
  description: shortText(2000),
  expiration: z.number(life).int(life).min(60, life).max(86_400, life),
  claims: claimsSchema,
})

const toFormValues = (template: TokenTemplate | undefined): TemplateValues => ({
  name: template?.name ?? '',
  key: template?.key ?? '',
  description: template?.description ?? '',
  expiration: template?.expiration ?? 300,
  claims: template ? jsonText(claimsOf(template)) : '',
})

const KNOWN = Object.keys(PLACEHOLDERS).map((name) => `{{${name}}}`)

interface TemplateDialogProps {
  readonly template?: TokenTemplate
  readonly onClose: () => void
}

/** Form for a new template, or for an existing one. */
export function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const t = useT()
  const create = useAction(createTemplate)
  const change = useAction(changeTemplate)
  const api = useApi()
  const dialog = useDialogForm<TemplateValues>({
    schema,
    start: toFormValues(template),
    current:
      template &&
      (async () => {
        const now = (await readTemplates(api)).find(({ id }) => id === template.id)
        return now && toFormValues(now)
      }),
    save: (values, changed) => (template ? change.run({ template, values: changed }) : create.run(values)),
    refusals: { 'jwt_templates.key_taken': 'key', 'jwt_templates.in_use': 'key' },
    onClose,
  })
  const [claims, expiration] = dialog.form.watch(['claims', 'expiration'])

  return (
    <DialogForm
      of={dialog}
      title={template ? t('edit.title', { name: template.name }) : t('create.title')}
      description={t('form.about')}
      submitLabel={t(template ? 'edit.submit' : 'create.submit')}
      size={680}
    >
      <Field of={dialog} name="name">
        {(input) => <TextField label={t('form.name')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <Field of={dialog} name="key">
        {(input) => (
          <TextField label={t('form.key')} help={t('form.keyHelp')} autoComplete="off" spellCheck={false} {...input} />
        )}
      </Field>
      <Field of={dialog} name="description">
        {(input) => <TextAreaField label={t('form.description')} optional minRows={2} {...input} />}
      </Field>
      <Field of={dialog} name="expiration">
        {(input) => <DurationField label={t('form.expiration')} help={t('form.expirationHelp')} {...input} />}
      </Field>
      <Field of={dialog} name="claims">
        {(input) => (
          <JsonField
            label={t('form.claims')}
            help={t('form.claimsHelp', { placeholders: KNOWN.join(', ') })}
            minRows={6}
            {...input}
            placeholder={'{ "segment": "gold", "account": "{{tenant.id}}" }'}
          />
        )}
      </Field>
      <Text c="dimmed">{t('form.signed')}</Text>
      {claimsSchema.safeParse(claims).success && <TokenPreview claims={claims} seconds={expiration} />}
    </DialogForm>
  )
}
