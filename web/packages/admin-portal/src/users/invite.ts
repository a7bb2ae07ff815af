import type { AdminBox } from '@gatehouse/sdk'
import { errorText, formatList, getNestedValue } from '@gatehouse/ui'
import { z } from 'zod'
import { phoneNumber, shortText } from '../shared/schemas'
import { isPossible } from './expiry'
import { AlreadyMember } from './users.actions'
import { t } from './users.texts'

export const MOST_AT_ONCE = 50

/** The addresses in a text, each once, in the order they were written. */
export function addressesIn(text: string): string[] {
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  return [...new Map(parts.map((part) => [part.toLowerCase(), part])).values()]
}

// Only what is surely wrong; whether an address exists is for the mail to find out.
const ADDRESS = /^[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>().]{2,}$/

export const inviteSchema = (asked: { readonly name: Asked; readonly phoneNumber: Asked }) =>
  z
    .object({
      emails: z.string().superRefine((text, context) => {
        const problem = problemWith(addressesIn(text))
        if (problem) context.addIssue({ code: 'custom', message: problem })
      }),
      name: shortText(200),
      phoneNumber,
      roleIds: z.array(z.string()),
      lastDay: z.string().refine((day) => day === '' || isPossible(day), { error: () => t('invite.expiryWrong') }),
    })
    .superRefine(({ emails, name, phoneNumber }, context) => {
      if (addressesIn(emails).length > 1) return
      const requireField = (field: 'name' | 'phoneNumber', text: string, message: string) => {
        if (asked[field] === 'mandatory' && text === '') context.addIssue({ code: 'custom', path: [field], message })
      }
      requireField('name', name, t('invite.nameMissing'))
      requireField('phoneNumber', phoneNumber, t('invite.phoneMissing'))
    })

export type InviteValues = z.infer<ReturnType<typeof inviteSchema>>

function problemWith(addresses: readonly string[]): string | undefined {
  const wrong = addresses.filter((address) => !ADDRESS.test(address))
  if (addresses.length === 0) return t('invite.emailsMissing')
  if (wrong.length > 0) return t('invite.emailsWrong', { count: wrong.length, list: formatList(wrong) })
  return addresses.length > MOST_AT_ONCE ? t('invite.tooMany', { count: MOST_AT_ONCE }) : undefined
}

/** Why an address was not invited. */
export function reasonOf(error: unknown): string {
  return error instanceof AlreadyMember ? t('invite.alreadyMember') : errorText(error)
}

type Asked = 'hidden' | 'optional' | 'mandatory'

/**
 * What the vendor wants asked of a person who is invited: `inviteUserModal` of the page's theme, and for the phone number
 * also the older `navigation.users.inviteDialog.phoneNumberField`.
 */
export function askedOf({ navigation, themeV2 }: AdminBox): { readonly name: Asked; readonly phoneNumber: Asked } {
  const modal = getNestedValue(
    themeV2,
    'adminPortal',
    'pages',
    'users',
    'inviteUserModal',
    'inviteByEmail',
    'fieldsProperties',
  )
  const older = getNestedValue(navigation, 'users', 'inviteDialog', 'phoneNumberField')
  const readRequirement = (field: string): Asked => {
    if (getNestedValue(modal, field, 'appearance') === 'hidden') return 'hidden'
    return getNestedValue(modal, field, 'settings', 'validation', 'required') === true ? 'mandatory' : 'optional'
  }
  const phoneNumber = older === false ? 'hidden' : older === 'mandatory' ? 'mandatory' : readRequirement('phoneNumber')
  return { name: readRequirement('name'), phoneNumber }
}
