import { decodeToken } from './jwt'

/** The answer of every login call: a token, or the MFA that is required first (wire reference §12). */
export interface LoginAnswer {
  /** Absent while MFA is required. */
  readonly accessToken?: string
  readonly refreshToken?: string
  /** Seconds. */
  readonly expiresIn?: number
  readonly mfaRequired?: boolean
  readonly mfaToken?: string
  /** Absent counts as enrolled. */
  readonly mfaEnrolled?: boolean
  readonly mfaDevices?: MfaDevices
  readonly mfaStrategies?: readonly string[]
  /** A `data:` URL of an image, when enrollment is required. */
  readonly qrCode?: string
  /** The content of the QR code as text: `otpauth://totp/…`. */
  readonly setupUri?: string
  readonly recoveryCode?: string
  readonly userId?: string
  readonly userEmail?: string
  readonly emailVerified?: boolean
  /** The password was found in a data breach and must be reset before sign-in. */
  readonly isBreachedPassword?: boolean
  /** The password has expired; this token sets a new one. */
  readonly resetPasswordToken?: string
  readonly redirectLocation?: string
}

export interface MfaDevices {
  readonly webauthn: readonly { id: string; name?: string }[]
  readonly phones: readonly { id: string; phoneNumber: string }[]
  readonly authenticators: readonly { id: string }[]
  readonly emails: readonly { email: string }[]
}

export interface Role {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly permissions: readonly string[]
}

/** The fields of `users/v2/me` that are used here; others are kept as unknown. */
export interface Me {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly profilePictureUrl?: string | null
  readonly tenantId: string
  readonly tenantIds: readonly string[]
  readonly roles: readonly Role[]
  readonly permissions: readonly { key: string }[]
  readonly superUser?: boolean
  readonly [field: string]: unknown
}

export interface Tenant {
  readonly tenantId: string
  readonly name: string
  readonly isReseller?: boolean
  readonly logo?: string
  readonly [field: string]: unknown
}

/** The signed-in user: the login answer, the token's claims and the profile. */
export type User = Me & Omit<LoginAnswer, 'accessToken' | 'refreshToken'> & { readonly accessToken: string }

/** Merges them, last wins: roles and permissions of the profile (objects) replace those of the token (keys). */
export function mergeUser(answer: LoginAnswer & { accessToken: string }, me: Partial<Me>): User {
  const { sub, roles = [], permissions = [], ...claims } = decodeToken(answer.accessToken)
  return {
    tenantIds: [],
    ...answer,
    ...claims,
    roles: roles.map((key) => ({ id: key, key, name: key, permissions: [] })),
    permissions: permissions.map((key) => ({ key })),
    id: sub,
    ...me,
  } as User
}
