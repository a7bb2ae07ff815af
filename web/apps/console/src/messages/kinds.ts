import type { MailTemplate, SmsTemplate } from '../wire'

/** The mails that go out, in the order in which people meet them. */
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

/** People are always told of these. */
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

/** The names that stand in double braces. */
export const placeholdersOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([a-z]+)\s*\}\}/g)].map(([, name = '']) => name)),
]

/** As somebody might get it: with each placeholder's sample in its place. */
export const filled = (text: string, samples: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*([a-z]+)\s*\}\}/g, (found, name: string) => samples[name] ?? found)
