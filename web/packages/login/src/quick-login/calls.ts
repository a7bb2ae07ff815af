import { type ApiCall, post } from '../api-call'

// Wire reference, "phone-numbers".
const NUMBERS = '/identity/resources/users/phone-numbers/v1'

/** Returns the user's verified phone number, if there is one. */
export async function loadVerifiedNumber(call: ApiCall, token: string): Promise<string | undefined> {
  const { items } = await call(NUMBERS, { token })
  return items.find(({ verified }) => verified)?.phoneNumber
}

export const sendNumberCode = async (call: ApiCall, token: string, phoneNumber: string) =>
  // Always sent: the description shares its type with a call that may omit it.
  (await call(`${NUMBERS}/preverify`, post({ phoneNumber }, token))).otcToken as string

export const verifyNumber = (call: ApiCall, token: string, otcToken: string, code: string) =>
  call(`${NUMBERS}/verify`, post({ otcToken, code }, token))
