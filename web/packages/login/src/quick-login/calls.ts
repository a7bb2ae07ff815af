import type { Call } from '@gatehouse/sdk'

// Wire reference, "phone-numbers".
const NUMBERS = '/identity/resources/users/phone-numbers/v1'

interface PhoneNumber {
  readonly phoneNumber: string
  readonly verified: boolean
}

/** Returns the user's verified phone number, if there is one. */
export async function loadVerifiedNumber(call: Call, token: string): Promise<string | undefined> {
  const { items } = await call<{ items: readonly PhoneNumber[] }>(NUMBERS, { token })
  return items.find(({ verified }) => verified)?.phoneNumber
}

export const sendNumberCode = async (call: Call, token: string, phoneNumber: string) =>
  (await call<{ otcToken: string }>(`${NUMBERS}/preverify`, { method: 'POST', body: { phoneNumber }, token })).otcToken

export const verifyNumber = (call: Call, token: string, otcToken: string, code: string) =>
  call(`${NUMBERS}/verify`, { method: 'POST', body: { otcToken, code }, token })
