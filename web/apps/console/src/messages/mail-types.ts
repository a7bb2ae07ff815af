import type { MailTemplate, SmsTemplate } from '../wire'

/** Email types, in the order in which users receive them. */
export const MAILS = [
  'ActivateUser',
  'InviteToTenant',
  'UserUsedInvitation',
  'OTC',
  'MagicLink',
  'MFAOTC',
  'ResetPassword',
  'VerifyNewEmail',
  'EmailAddressChanged',
  'ConnectNewDevice',
  'NewMFAMethod',
  'RemoveMFAMethod',
  'MFARecoveryCode',
  'ResetPhoneNumber',
  'MergeAccounts',
  'AccountsMerged',
  'CountryRefused',
] as const satisfies readonly MailTemplate['type'][]
export type MailType = (typeof MAILS)[number]

/** Security notices, which cannot be turned off. */
export const NOTICES: readonly MailType[] = [
  'EmailAddressChanged',
  'NewMFAMethod',
  'RemoveMFAMethod',
  'MFARecoveryCode',
  'AccountsMerged',
  'CountryRefused',
]

export const TEXTS = ['OTC', 'MFAOTC'] as const satisfies readonly SmsTemplate['type'][]
export type SmsType = (typeof TEXTS)[number]

/** Names of the placeholders in a text. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([a-z]+)\s*\}\}/g)].map(([, name = '']) => name)),
]

/** Fills each placeholder with a sample value. */
export const fillPlaceholders = (text: string, samples: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*([a-z]+)\s*\}\}/g, (found, name: string) => samples[name] ?? found)
