import type { Call } from '@gatehouse/sdk'

// Wire reference, "phone-change". Each step requires the token of the previous one.
const PHONE = '/identity/resources/users/v1/phone'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Emails a code; the answer is the same for an unknown address. */
export const startPhoneReset = async (call: Call, email: string): Promise<string> =>
  (await call<{ resetPhoneNumberToken: string }>(`${PHONE}/reset`, post({ email }))).resetPhoneNumberToken

export const verifyPhoneReset = async (call: Call, resetPhoneNumberToken: string, code: string): Promise<string> => {
  const body = { resetPhoneNumberToken, code }
  return (await call<{ changePhoneNumberToken: string }>(`${PHONE}/reset/verify`, post(body))).changePhoneNumberToken
}

/** Changes the number. It takes effect when the user signs in with a code sent to it. */
export const changePhone = (call: Call, changePhoneNumberToken: string, phoneNumber: string) =>
  call(`${PHONE}/change`, { method: 'PUT', body: { changePhoneNumberToken, phoneNumber } })
