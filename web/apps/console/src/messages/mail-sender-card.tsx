import { Field, useAction, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { PasswordField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { ChoiceField } from '../shared/choice-field'
import { type MailSender, removeMailSender, saveMailSender } from './messages.actions'
import { t, useT } from './messages.texts'
import { SenderCard } from './sender-card'

const PROVIDERS = ['sendgrid', 'ses', 'mailgun'] as const

const schema = z.object({
  provider: z.enum(PROVIDERS),
  secret: z
    .string()
    .trim()
    .min(8, { error: () => t('form.missing') }),
  id: z.string().trim(),
  region: z.string().trim(),
  domain: z.string().trim(),
})

interface MailSenderCardProps {
  readonly sender: {
    readonly provider: MailSender['provider']
    readonly extension: readonly Readonly<Record<string, unknown>>[]
  } | null
}

export function MailSenderCard({ sender }: MailSenderCardProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const save = useAction(saveMailSender)
  const extra = sender?.extension[0] ?? {}
  const values: MailSender = {
    provider: sender?.provider ?? 'sendgrid',
    secret: '',
    id: String(extra.id ?? ''),
    region: String(extra.region ?? ''),
    domain: String(extra.domain ?? ''),
  }
  const settings = useSettingsForm<MailSender>({
    schema,
    values,
    save: (changed) => save.run({ ...values, ...changed }),
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  const provider = settings.form.watch('provider')
  const removal = {
    action: removeMailSender,
    label: t('mailSender.remove'),
    question: t('mailSender.removeQuestion'),
    text: t('mailSender.removeText'),
  }
  return (
    <SenderCard
      title={t('mailSender.title')}
      current={
        sender
          ? t('mailSender.current', { name: t(`mailSender.providers.${sender.provider}`) })
          : t('mailSender.settings')
      }
      settings={settings}
      removal={sender && canChange ? removal : undefined}
    >
      <Field of={settings} name="provider">
        {(input) => (
          <ChoiceField
            label={t('mailSender.provider')}
            options={PROVIDERS.map((one) => [one, t(`mailSender.providers.${one}`)])}
            {...input}
          />
        )}
      </Field>
      {provider === 'ses' && (
        <Field of={settings} name="id">
          {(input) => <TextField label={t('mailSender.id')} autoComplete="off" {...input} />}
        </Field>
      )}
      {provider === 'mailgun' && (
        <Field of={settings} name="domain">
          {(input) => <TextField label={t('mailSender.domain')} autoComplete="off" {...input} />}
        </Field>
      )}
      {provider !== 'sendgrid' && (
        <Field of={settings} name="region">
          {(input) => <TextField label={t('mailSender.region')} autoComplete="off" {...input} />}
        </Field>
      )}
      <Field of={settings} name="secret">
        {(input) => (
          <PasswordField
            label={t('mailSender.secret')}
            help={t('mailSender.secretHelp')}
            autoComplete="new-password"
            {...input}
          />
        )}
      </Field>
    </SenderCard>
  )
}
