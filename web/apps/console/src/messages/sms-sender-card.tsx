import { Field, shortText, useAction, usePermissions, useSettingsForm } from '@gatehouse/admin-portal/kit'
import { PasswordField, TextField } from '@gatehouse/ui'
import { z } from 'zod'
import { removeSmsSender, type SmsSender, saveSmsSender } from './messages.actions'
import { t, useT } from './messages.texts'
import { SenderCard } from './sender-card'

/** `known`: the account whose token is there already. */
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
    })
    .superRefine(({ accountId, token, senderName, serviceId }, { addIssue }) => {
      if (token === '' && accountId !== known) addIssue({ code: 'custom', path: ['token'], message: t('form.missing') })
      if (senderName + serviceId === '') {
        addIssue({ code: 'custom', path: ['senderName'], message: t('smsSender.either') })
      }
    })

interface SmsSenderCardProps {
  readonly sender: { readonly accountId: string; readonly senderName: string } | null
}

export function SmsSenderCard({ sender }: SmsSenderCardProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.configuration')
  const save = useAction(saveSmsSender)
  const values: SmsSender = {
    accountId: sender?.accountId ?? '',
    token: '',
    senderName: sender?.senderName ?? '',
    serviceId: '',
  }
  const settings = useSettingsForm<SmsSender>({
    schema: schemaOf(sender?.accountId),
    values,
    save: (changed) => save.run({ ...values, ...changed }),
    refusals: { 'sms_configuration.incomplete': 'senderName' },
    appearance: () => (canChange ? 'edit' : 'viewOnly'),
  })
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
