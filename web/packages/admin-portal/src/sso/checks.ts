/** The checks of a test login that have words of their own, in both languages. */
export const CHECKS = [
  'message',
  'status',
  'structure',
  'algorithm',
  'certificate',
  'signature',
  'encryption',
  'version',
  'issuer',
  'destination',
  'request',
  'recipient',
  'audience',
  'time',
  'confirmation',
  'conditions',
  'authentication',
  'subject',
  'replay',
  'answer',
  'discovery',
  'tokens',
  'idToken',
  'key',
  'userinfo',
  'email',
  'domain',
  'groups',
  'account',
] as const

/** What to do where a check can fail in several ways. */
export const CODES = [
  'reassigned',
  'removed',
  'former_domain',
  'refused',
  'groups_left_out',
  'groups_scope',
  'groups_missing',
  'email_missing',
  'no_in_response_to',
  'certificate_not_yet_valid',
  'time_unreadable',
  'clock',
  'answer_too_large',
] as const

export type CheckName = (typeof CHECKS)[number]
export type Code = (typeof CODES)[number]
