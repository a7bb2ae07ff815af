import type { Call } from '@gatehouse/sdk'

// Wire reference, "phone-change". Each step takes the token of the one before.
const PHONE = '/identity/resources/users/v1/phone'
const post = (body: unknown) => ({ method: 'POST', body }) as const

/** Has a code mailed; the answer is the same for an address that nobody has. */
export const beginReset = async (call: Call, email: string): Promise<string> =>
  (await call<{ resetPhoneNumberToken: string }>(`${PHONE}/reset`, post({ email }))).resetPhoneNumberToken

export const verifyReset = async (call: Call, resetPhoneNumberToken: string, code: string): Promise<string> => {
  const body = { resetPhoneNumberToken, code }
  return (await call<{ changePhoneNumberToken: string }>(`${PHONE}/reset/verify`, post(body))).changePhoneNumberToken
}

/** The number counts once somebody signs in with a code that was sent to it. */
export const changePhone = (call: Call, changePhoneNumberToken: string, phoneNumber: string) =>
  call(`${PHONE}/change`, { method: 'PUT', body: { changePhoneNumberToken, phoneNumber } })
