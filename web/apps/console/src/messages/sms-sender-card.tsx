import { Field, shortText, useAction, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { PasswordField, TextField } from '@gatehouse/ui'
import { useRef } from 'react'
import { z } from 'zod'
import { removeSmsSender, type SmsSender, saveSmsSender } from './messages.actions'
import { readSmsSender } from './messages.queries'
import { t, useT } from './messages.texts'
import { SenderCard } from './sender-card'
import { type StoredProvider, useProviderForm } from './use-provider-form'

/** `known` is the account whose token is already stored. */
const schemaOf = (known: string | undefined) =>
  z
    .object({
      accountId: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9]{2,64}$/, { error: () => t('smsSender.accountWrong') }),
      token: shortText(500),
      senderName: shortText(64),
      serviceId: shortText(64),
      updatedAt: z.string(),
    })
    .superRefine(({ accountId, token, senderName, serviceId }, { addIssue }) => {
      if (token === '' && accountId !== known) addIssue({ code: 'custom', path: ['token'], message: t('form.missing') })
      if (senderName + serviceId === '') {
        addIssue({ code: 'custom', path: ['senderName'], message: t('smsSender.either') })
      }
    })

interface SmsSenderCardProps {
  readonly sender: { readonly accountId: string; readonly senderName: string; readonly updatedAt: string } | null
}

const valuesOf = (sender: SmsSenderCardProps['sender']): StoredProvider<SmsSender> => ({
  accountId: sender?.accountId ?? '',
  token: '',
  senderName: sender?.senderName ?? '',
  serviceId: '',
  updatedAt: sender?.updatedAt ?? '',
})

export function SmsSenderCard({ sender }: SmsSenderCardProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const save = useAction(saveSmsSender)
  const api = useApi()
  const whole = useProviderForm<SmsSender>('token')
  const started = useRef(valuesOf(sender))
  const settings = useSettingsForm<StoredProvider<SmsSender>>({
    schema: schemaOf(sender?.accountId),
    values: valuesOf(sender),
    save: async (changed) => save.run(whole(started.current, changed, valuesOf(await readSmsSender(api)))),
    refusals: { 'sms_configuration.incomplete': 'senderName' },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
  started.current = settings.form.formState.defaultValues as StoredProvider<SmsSender>
  const removal = {
    action: removeSmsSender,
    label: t('smsSender.remove'),
    question: t('smsSender.removeQuestion'),
    text: t('smsSender.removeText'),
  }
  return (
    <SenderCard
      title={t('smsSender.title')}
      current={sender ? t('smsSender.current', { name: sender.accountId }) : t('smsSender.settings')}
      settings={settings}
      removal={sender && canChange ? removal : undefined}
    >
      <Field of={settings} name="accountId">
        {(input) => <TextField label={t('smsSender.accountId')} autoComplete="off" {...input} />}
      </Field>
      <Field of={settings} name="token">
        {(input) => (
          <PasswordField
            label={t('smsSender.token')}
            help={t('smsSender.tokenHelp')}
            autoComplete="new-password"
            {...input}
          />
        )}
      </Field>
      <Field of={settings} name="senderName">
        {(input) => (
          <TextField label={t('smsSender.senderName')} help={t('smsSender.either')} autoComplete="off" {...input} />
        )}
      </Field>
      <Field of={settings} name="serviceId">
        {(input) => <TextField label={t('smsSender.serviceId')} autoComplete="off" {...input} />}
      </Field>
    </SenderCard>
  )
}
