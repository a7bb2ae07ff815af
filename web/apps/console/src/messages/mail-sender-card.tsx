import { Field, useAction, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PasswordField, TextField } from '@gatehouse/ui'
import { useRef } from 'react'
import { z } from 'zod'
import { ChoiceField } from '../shared/choice-field'
import { type MailSender, removeMailSender, saveMailSender } from './messages.actions'
import { readMailSender } from './messages.queries'
import { t, useT } from './messages.texts'
import { SenderCard } from './sender-card'
import { type StoredProvider, useProviderForm } from './use-provider-form'

const PROVIDERS = ['sendgrid', 'ses', 'mailgun'] as const

const REGIONS = ['us', 'eu'] as const

/** Validation per provider, equal to that of the server: the values become part of headers and URLs. */
const FORMS = {
  sendgrid: {},
  ses: { id: /^[A-Za-z0-9]{4,128}$/, region: /^[a-z]{2}(-[a-z]+)+-\d$/ },
  mailgun: { domain: /^(?=.{1,253}$)([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/ },
} satisfies Record<MailSender['provider'], Partial<Record<'id' | 'region' | 'domain', RegExp>>>

const schema = z
  .object({
    provider: z.enum(PROVIDERS),
    secret: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{8,512}$/, { error: () => t('mailSender.wrong.secret') }),
    id: z.string().trim(),
    region: z.string().trim(),
    domain: z.string().trim(),
    updatedAt: z.string(),
  })
  .superRefine((values, { addIssue }) => {
    const forms = Object.entries(FORMS[values.provider]) as ['id' | 'region' | 'domain', RegExp][]
    for (const [name, form] of forms) {
      if (!form.test(values[name])) addIssue({ code: 'custom', path: [name], message: t(`mailSender.wrong.${name}`) })
    }
  })

interface MailSenderCardProps {
  readonly sender: {
    readonly provider: MailSender['provider']
    readonly extension: readonly Readonly<Record<string, unknown>>[]
    readonly updatedAt: string
  } | null
}

function valuesOf(sender: MailSenderCardProps['sender']): StoredProvider<MailSender> {
  const extra = sender?.extension[0] ?? {}
  return {
    provider: sender?.provider ?? 'sendgrid',
    secret: '',
    id: String(extra.id ?? ''),
    region: String(extra.region ?? ''),
    domain: String(extra.domain ?? ''),
    updatedAt: sender?.updatedAt ?? '',
  }
}

export function MailSenderCard({ sender }: MailSenderCardProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const save = useAction(saveMailSender)
  const api = useApi()
  const whole = useProviderForm<MailSender>('secret')
  const started = useRef(valuesOf(sender))
  const settings = useSettingsForm<StoredProvider<MailSender>>({
    schema,
    values: valuesOf(sender),
    save: async (changed) => save.run(whole(started.current, changed, valuesOf(await readMailSender(api)))),
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = settings.form.formState.defaultValues as StoredProvider<MailSender>
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
      {provider === 'mailgun' && (
        <Field of={settings} name="region">
          {({ value, ...input }) => (
            <ChoiceField
              label={t('mailSender.region')}
              options={REGIONS.map((one) => [one, t(`mailSender.regions.${one}`)])}
              {...input}
              value={value === 'eu' ? 'eu' : 'us'}
            />
          )}
        </Field>
      )}
      {provider === 'ses' && (
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
