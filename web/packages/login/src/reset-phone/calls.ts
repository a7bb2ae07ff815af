import { type ApiCall, post } from '../api-call'

// Wire reference, "phone-change". Each step requires the token of the previous one.
const PHONE = '/identity/resources/users/v1/phone'

/** Emails a code; the answer is the same for an unknown address. */
export const startPhoneReset = async (call: ApiCall, email: string): Promise<string> =>
  (await call(`${PHONE}/reset`, post({ email }))).resetPhoneNumberToken

export const verifyPhoneReset = async (call: ApiCall, resetPhoneNumberToken: string, code: string): Promise<string> =>
  (await call(`${PHONE}/reset/verify`, post({ resetPhoneNumberToken, code }))).changePhoneNumberToken

/** Changes the number. It takes effect when the user signs in with a code sent to it. */
export const changePhone = (call: ApiCall, changePhoneNumberToken: string, phoneNumber: string) =>
  call(`${PHONE}/change`, { method: 'PUT', body: { changePhoneNumberToken, phoneNumber } })
