import { defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, ApiError, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import type { CaptchaPolicy } from '../wire'
import { t } from './sign-in.texts'

const PATH = '/identity/resources/configurations/v1/captcha-policy'
const KEY = ['captcha'] as const

/** Null until a policy is created. */
export const captchaQuery = (api: ApiClient) =>
  queryOptions<CaptchaPolicy | null>({
    queryKey: KEY,
    queryFn: ({ signal }) => readCaptcha(api, signal),
  })

export async function readCaptcha(api: ApiClient, signal?: AbortSignal): Promise<CaptchaPolicy | null> {
  try {
    return await unwrap(api.GET(PATH, signal ? { signal } : {}))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'captcha.missing') return null
    throw error
  }
}

export interface CaptchaValues {
  readonly enabled: boolean
  readonly provider: CaptchaPolicy['provider']
  readonly siteKey: string
  readonly secretKey: string
  readonly minScore: number
  readonly ignoredEmails: string[]
}

export const saveCaptcha = defineAction({
  call: (api, { exists, values: body }: { readonly exists: boolean; readonly values: CaptchaValues }) =>
    unwrap(exists ? api.PUT(PATH, { body }) : api.POST(PATH, { body })),
  invalidates: [KEY],
  done: () => t('captcha.saved'),
})
