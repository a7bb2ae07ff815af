import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { MailTemplate } from '../wire'

export const MAIL = ['mail-templates'] as const
export const SMS = ['sms-templates'] as const
export const SENDERS = ['senders'] as const

const TEXTS = '/identity/resources/configurations/v1/sms/templates'

/** Templates that the vendor has customized. */
export const readMails = (api: ApiClient, signal?: AbortSignal) =>
  unwrap(api.GET('/identity/resources/mail/v1/configs/templates', signal ? { signal } : {}))

export const mailTemplatesQuery = (api: ApiClient) =>
  queryOptions({ queryKey: MAIL, queryFn: ({ signal }) => readMails(api, signal) })

export const defaultMailQuery = (api: ApiClient, kind: MailTemplate['type']) =>
  queryOptions({
    queryKey: [...MAIL, 'default', kind],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/identity/resources/mail/v1/configs/{kind}/default', { params: { path: { kind } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Both text message templates as they are sent. */
export const smsTemplatesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: SMS,
    async queryFn({ signal }) {
      const [written, defaults] = await Promise.all([
        readTexts(api, signal),
        unwrap(api.GET(`${TEXTS}/default/all`, { signal })),
      ])
      return { written, defaults }
    },
  })

export const readTexts = (api: ApiClient, signal?: AbortSignal) => unwrap(api.GET(TEXTS, signal ? { signal } : {}))

/** Null if the installation's own settings are used. */
export const readMailSender = (api: ApiClient, signal?: AbortSignal) =>
  nullIfMissing(unwrap(api.GET('/identity/resources/mail/v1/configurations', signal ? { signal } : {})))

export const readSmsSender = (api: ApiClient, signal?: AbortSignal) =>
  nullIfMissing(unwrap(api.GET('/identity/resources/configurations/v1/sms', signal ? { signal } : {})))

export const mailSenderQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...SENDERS, 'mail'],
    queryFn: ({ signal }) => readMailSender(api, signal),
  })

export const smsSenderQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...SENDERS, 'sms'],
    queryFn: ({ signal }) => readSmsSender(api, signal),
  })

async function nullIfMissing<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
