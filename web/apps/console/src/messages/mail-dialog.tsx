import {
  DialogForm,
  Field,
  FieldRow,
  failureOf,
  SwitchField,
  shortText,
  useAction,
  useDialogForm,
  usePermissions,
} from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ErrorState, formatList, Loading, TextAreaField, TextField, useDialog } from '@gatehouse/ui'
import { Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import type { MailTemplate } from '../wire'
import { MailPreview } from './mail-preview'
import { type MailType, NOTICES, placeholdersOf } from './mail-types'
import { type MailValues, saveMail } from './messages.actions'
import { defaultMailQuery, readMails } from './messages.queries'
import { t, useT } from './messages.texts'

interface MailDialogProps {
  readonly type: MailType
  readonly written: MailTemplate | undefined
  readonly onClose: () => void
}

/** Editor for an email template, or a preview for read-only roles. */
export function MailDialog({ type, written, onClose }: MailDialogProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const usual = useQuery(defaultMailQuery(useApi(), type))
  const name = t(`mails.${type}`)
  const title = t(canChange ? 'editOf' : 'showOf', { name })
  if (!usual.data || !canChange) {
    const [shown, failure] = [written ?? usual.data, failureOf(usual)]
    return (
      <ReadDialog title={title} onClose={onClose}>
        {failure ? (
          <ErrorState error={failure} onRetry={() => void usual.refetch()} />
        ) : shown ? (
          <Stack>
            <Text fw={600}>{shown.subject}</Text>
            <MailPreview html={shown.htmlTemplate} />
          </Stack>
        ) : (
          <Loading />
        )}
      </ReadDialog>
    )
  }
  return <MailForm type={type} title={title} shown={written ?? usual.data} usual={usual.data} onClose={onClose} />
}

interface ReadDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function ReadDialog({ title, onClose, children }: ReadDialogProps) {
  return (
    <Modal {...useDialog({ opened: true, onClose })} title={title} size={720}>
      {children}
    </Modal>
  )
}

const requiredText = (count: number) => shortText(count).min(1, { error: () => t('form.missing') })

const schema = (type: MailType) =>
  z.object({
    type: z.literal(type),
    subject: requiredText(200),
    fromName: shortText(200),
    senderEmail: shortText(320),
    htmlTemplate: requiredText(100_000),
    active: z.boolean(),
  })

const toFormValues = (
  type: MailType,
  { subject, fromName, senderEmail, htmlTemplate, active }: MailTemplate,
): MailValues => ({
  type,
  subject,
  fromName,
  senderEmail,
  htmlTemplate,
  active,
})

interface MailFormProps {
  readonly type: MailType
  readonly title: string
  readonly shown: MailTemplate
  readonly usual: MailTemplate
  readonly onClose: () => void
}

function MailForm({ type, title, shown, usual, onClose }: MailFormProps) {
  const t = useT()
  const save = useAction(saveMail)
  const api = useApi()
  const dialog = useDialogForm<MailValues>({
    schema: schema(type),
    start: toFormValues(type, shown),
    current: async () => toFormValues(type, (await readMails(api)).find((one) => one.type === type) ?? usual),
    // The template is saved as a whole.
    save: (values) => save.run(values),
    refusals: {
      'templates.refused': 'htmlTemplate',
      'users.email_invalid': 'senderEmail',
      'mail_templates.always_sent': 'active',
    },
    onClose,
  })
  const names = placeholdersOf(usual.subject + usual.htmlTemplate)
  return (
    <DialogForm of={dialog} title={title} submitLabel={t('form.submit')} size={860}>
      <Field of={dialog} name="subject">
        {(input) => <TextField label={t('form.subject')} autoComplete="off" data-autofocus {...input} />}
      </Field>
      <FieldRow>
        <Field of={dialog} name="fromName">
          {(input) => <TextField label={t('form.fromName')} autoComplete="off" optional {...input} />}
        </Field>
        <Field of={dialog} name="senderEmail">
          {(input) => <TextField label={t('form.senderEmail')} autoComplete="off" optional {...input} />}
        </Field>
      </FieldRow>
      {NOTICES.includes(type) ? (
        <Text c="dimmed">{t('form.notice')}</Text>
      ) : (
        <Field of={dialog} name="active">
          {(input) => <SwitchField label={t('form.active')} help={t('form.activeHelp')} {...input} />}
        </Field>
      )}
      <Field of={dialog} name="htmlTemplate">
        {(input) => (
          <TextAreaField
            label={t('form.html')}
            help={t('form.placeholders', { names: formatList(names.map((one) => `{{${one}}}`)) })}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            {...input}
          />
        )}
      </Field>
      <MailPreview html={dialog.form.watch('htmlTemplate')} />
    </DialogForm>
  )
}
