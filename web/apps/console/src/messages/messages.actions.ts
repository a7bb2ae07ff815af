import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import type { MailTemplate } from '../wire'
import type { MailType, SmsType } from './mail-types'
import { MAIL, SENDERS, SMS } from './messages.queries'
import { t } from './messages.texts'

const TEMPLATES = '/identity/resources/mail/v1/configs/templates'
const TEXTS = '/identity/resources/configurations/v1/sms/templates/{kind}'

export interface MailValues {
  readonly type: MailType
  readonly subject: string
  readonly fromName: string
  readonly senderEmail: string
  readonly htmlTemplate: string
  readonly active: boolean
}

export const saveMail = defineAction({
  call: (api, body: MailValues) => unwrap(api.POST(TEMPLATES, { body })),
  invalidates: [MAIL],
  done: ({ type }) => t('saved', { name: t(`mails.${type}`) }),
})

export const resetMail = defineAction({
  call: (api, { id }: { readonly id: NonNullable<MailTemplate['id']>; readonly type: MailType }) =>
    unwrap(api.DELETE(`${TEMPLATES}/{template_id}`, { params: { path: { template_id: id } } })),
  invalidates: [MAIL],
  done: ({ type }) => t('wasReset', { name: t(`mails.${type}`) }),
})

export const saveText = defineAction({
  call: (api, { kind, template }: { readonly kind: SmsType; readonly template: string }) =>
    unwrap(api.POST(TEXTS, { params: { path: { kind } }, body: { template } })),
  invalidates: [SMS],
  done: ({ kind }) => t('saved', { name: t(`texts.${kind}`) }),
})

export const resetText = defineAction({
  call: (api, kind: SmsType) => unwrap(api.DELETE(TEXTS, { params: { path: { kind } } })),
  invalidates: [SMS],
  done: (kind) => t('wasReset', { name: t(`texts.${kind}`) }),
})

export interface MailSender {
  readonly provider: 'sendgrid' | 'ses' | 'mailgun'
  readonly secret: string
  readonly id: string
  readonly region: string
  readonly domain: string
}

function payloadOf({ provider, secret, id, region, domain }: MailSender) {
  if (provider === 'sendgrid') return { provider, secret }
  if (provider === 'ses') return { provider, secret, id, region }
  return { provider, secret, domain, region: region === 'eu' ? ('eu' as const) : ('us' as const) }
}

export const saveMailSender = defineAction({
  call: (api, sender: MailSender) =>
    unwrap(api.POST('/identity/resources/mail/v2/configurations', { body: { payload: payloadOf(sender) } })),
  invalidates: [SENDERS],
  done: () => t('mailSender.saved'),
})

export const removeMailSender = defineAction({
  call: (api, _: null) => unwrap(api.DELETE('/identity/resources/mail/v1/configurations')),
  invalidates: [SENDERS],
  done: () => t('mailSender.removed'),
})

const TRIAL = '/vendor/resources/trial-messages/v1'

export const sendTrial = defineAction({
  call: (api, channel: 'mail' | 'sms') =>
    unwrap(channel === 'mail' ? api.POST(`${TRIAL}/mail`) : api.POST(`${TRIAL}/sms`)),
  invalidates: [],
  isLocal: true,
  done: (_, { sentTo }) => t('trial.done', { to: sentTo }),
})

export interface SmsSender {
  readonly accountId: string
  readonly token: string
  readonly senderName: string
  readonly serviceId: string
}

export const saveSmsSender = defineAction({
  call: (api, sender: SmsSender) =>
    unwrap(
      api.POST('/identity/resources/configurations/v1/sms', {
        body: { ...sender, provider: 'twilio', channel: 'sms' },
      }),
    ),
  invalidates: [SENDERS],
  done: () => t('smsSender.saved'),
})

export const removeSmsSender = defineAction({
  call: (api, _: null) => unwrap(api.DELETE('/identity/resources/configurations/v1/sms')),
  invalidates: [SENDERS],
  done: () => t('smsSender.removed'),
})
