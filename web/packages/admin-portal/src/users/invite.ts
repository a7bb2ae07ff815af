import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { z } from 'zod'
import { PHONE_NUMBER } from '../shared/phone-number'
import { t } from './users.texts'

export const MOST_AT_ONCE = 50

/** The addresses in a text, each once, in the order they were written. */
export function addressesIn(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()]
}

// Only what is surely wrong; whether an address exists is for the mail to find out.
const ADDRESS = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}$/

export const inviteSchema = (isPhoneNeeded: boolean) =>
  z
    .object({
      emails: z.string().superRefine((text, context) => {
        const problem = problemWith(addressesIn(text))
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
      name: z.string().trim().max(200),
      phoneNumber: z.string().trim(),
      roleIds: z.array(z.string()),
    })
    .superRefine(({ emails, phoneNumber }, context) => {
      if (addressesIn(emails).length !== 1) return
      const isWrong = phoneNumber === '' ? isPhoneNeeded : !PHONE_NUMBER.test(phoneNumber)
      if (isWrong) context.addIssue({ code: 'custom', path: ['phoneNumber'], message: t('invite.phoneWrong') })
    })

export type InviteValues = z.infer<ReturnType<typeof inviteSchema>>

function problemWith(addresses: readonly string[]): string | undefined {
  const wrong = addresses.filter((address) => !ADDRESS.test(address))
  if (addresses.length === 0) return t('invite.emailsMissing')
  if (wrong.length > 0) return t('invite.emailsWrong', { count: wrong.length, list: wrong.join(', ') })
  return addresses.length > MOST_AT_ONCE ? t('invite.tooMany', { count: MOST_AT_ONCE }) : undefined
}

/** Why an address was not invited. */
export function reasonOf(error: unknown): string {
  const isMember = error instanceof ApiError && error.code === 'memberships.already_member'
  return isMember ? t('invite.alreadyMember') : errorText(error)
}

/** How the vendor wants the phone number asked (`navigation.users.inviteDialog.phoneNumberField`). */
export function phoneFieldOf(navigation: unknown): 'hidden' | 'optional' | 'mandatory' {
  const field = at(at(at(navigation, 'users'), 'inviteDialog'), 'phoneNumberField')
  if (field === false) return 'hidden'
  return field === 'mandatory' ? 'mandatory' : 'optional'
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
