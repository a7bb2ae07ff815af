import type { Table } from '../shared/settings.queries'

/** Type of a field, with the limits of the server. */
export type FieldKind =
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly Choice[] }
  | { readonly kind: 'number' | 'duration'; readonly min: number; readonly max: number }
  | { readonly kind: 'choices'; readonly options: readonly Choice[] }
  | { readonly kind: 'lines' | 'text' }

export type Choice =
  | 'EmailAndPassword'
  | 'MagicLink'
  | 'Code'
  | 'SmsCode'
  | 'NoLocalAuthentication'
  | 'link'
  | 'code'
  | 'DontForce'
  | 'Force'
  | 'ForceExceptSAML'
  | 'AuthenticatorApp'
  | 'WebAuthnPlatform'
  | 'WebAuthnCrossPlatform'
  | 'SMS'
  | 'EmailCode'
  | 'BLOCK'
  | 'FIRST_CREATED'
  | 'ClientCredentials'
  | 'AccessToken'
  | 'LAX'
  | 'STRICT'
  | 'NONE'

export interface Card {
  readonly table: Table
  readonly fields: Readonly<Record<string, FieldKind>>
}

const onOff = { kind: 'switch' } as const
const YEAR = 31_536_000
const codeOrLink = { kind: 'choice', options: ['link', 'code'] } as const

/** Cards of the section, with the field names of the document. */
export const CARDS = {
  ways: {
    table: 'sign_in',
    fields: {
      auth_strategy: {
        kind: 'choice',
        options: ['EmailAndPassword', 'MagicLink', 'Code', 'SmsCode', 'NoLocalAuthentication'],
      },
      magic_link_same_device: onOff,
      sms_quick_login: onOff,
      allow_not_verified_users_login: onOff,
      allow_email_change: onOff,
    },
  },
  signUp: {
    table: 'sign_in',
    fields: {
      allow_signups: onOff,
      sign_up_by_phone_number: onOff,
      sign_up_by_username: onOff,
      activation_strategy: codeOrLink,
      activation_code_seconds: { kind: 'duration', min: 60, max: 600 },
      invitation_strategy: codeOrLink,
      invitation_code_seconds: { kind: 'duration', min: 60, max: 259_200 },
    },
  },
  client: { table: 'sign_in', fields: { force_permissions: onOff } },
  landing: { table: 'sign_in', fields: { home_url: { kind: 'text' } } },
  machines: {
    table: 'sign_in',
    fields: {
      api_tokens_enabled: onOff,
      machine_to_machine_auth_strategy: { kind: 'choice', options: ['ClientCredentials', 'AccessToken'] },
    },
  },
  acting: {
    table: 'policies',
    fields: { temporary_users_enabled: onOff, delegation_enabled: onOff },
  },
  passwords: {
    table: 'policies',
    fields: {
      password_min_length: { kind: 'number', min: 8, max: 64 },
      block_breached_passwords: onOff,
      password_history_enabled: onOff,
      password_history_size: { kind: 'number', min: 1, max: 10 },
    },
  },
  lockout: {
    table: 'policies',
    fields: { lockout_enabled: onOff, lockout_max_attempts: { kind: 'number', min: 1, max: 100 } },
  },
  recovery: {
    table: 'sign_in',
    fields: { unlock_by_mail: onOff, password_reset_by_sms: onOff },
  },
  mfa: {
    table: 'policies',
    fields: {
      mfa_enforcement: { kind: 'choice', options: ['DontForce', 'Force', 'ForceExceptSAML'] },
      mfa_remember_device: onOff,
      mfa_device_seconds: { kind: 'duration', min: 3600, max: YEAR },
    },
  },
  sessions: {
    table: 'policies',
    fields: {
      session_idle_enabled: onOff,
      session_idle_seconds: { kind: 'duration', min: 60, max: YEAR },
      session_absolute_enabled: onOff,
      session_absolute_seconds: { kind: 'duration', min: 300, max: YEAR },
      session_concurrent_enabled: onOff,
      session_concurrent_max: { kind: 'number', min: 1, max: 1000 },
      cookie_same_site: { kind: 'choice', options: ['LAX', 'STRICT', 'NONE'] },
    },
  },
  factors: {
    table: 'second_factors',
    fields: {
      mfa_strategies: {
        kind: 'choices',
        options: ['AuthenticatorApp', 'WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SMS', 'EmailCode'],
      },
      authenticator_name: { kind: 'text' },
    },
  },
  sso: {
    table: 'sso',
    fields: {
      oidc_connections: onOff,
      oidc_redirect_uri: { kind: 'text' },
      verified_people_add_domains: onOff,
      shared_domains: onOff,
      unspecified_tenant_strategy: { kind: 'choice', options: ['BLOCK', 'FIRST_CREATED'] },
      use_active_tenant: onOff,
      sso_excluded_emails: { kind: 'lines' },
    },
  },
} as const satisfies Record<string, Card>

export type CardName = keyof typeof CARDS
type NamesOf<One> = One extends { readonly fields: infer Fields } ? keyof Fields & string : never
export type FieldName = { [name in CardName]: NamesOf<(typeof CARDS)[name]> }[CardName]

/** Values of a table, by field name. */
export type Values = Record<string, unknown>
