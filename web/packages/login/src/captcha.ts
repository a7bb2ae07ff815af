import { ApiError } from '@gatehouse/api'
import type { ApiCall } from './api-call'

// Wire reference, "captcha": the solution travels as `recaptchaToken`.
const NEEDED = 'captcha.needed'

export interface CaptchaSolution {
  readonly recaptchaToken?: string
}

/**
 * Retries with a proof of work if the server requires a captcha. If it cannot be solved, the original error is thrown.
 */
export async function withCaptcha<Answer>(
  call: ApiCall,
  send: (solved: CaptchaSolution) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({})
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NEEDED) throw error
    const recaptchaToken = await import('./proof-of-work')
      .then(({ solveCaptcha }) => solveCaptcha(call))
      .catch(() => undefined)
    if (!recaptchaToken) throw error
    return send({ recaptchaToken })
  }
}
