/** Of the person, or of the organization. */
export type Scope = 'personal' | 'tenant'

/** An API token of either kind and of either scope, as the page shows it. */
export interface Token {
  readonly id: string
  /** An access token is the secret itself; client credentials are exchanged for one. */
  readonly kind: 'accessToken' | 'credentials'
  readonly description: string
  readonly createdAt: string
  readonly expires?: string | null | undefined
  readonly lastUsed?: string | null | undefined
  readonly roleIds: readonly string[]
  readonly createdByUserId?: string | null | undefined
}

/** What was made without a description is called by its id. */
export const nameOf = ({ description, id }: Token): string => description || id

export const hasExpired = ({ expires }: Token, now = Date.now()): boolean =>
  expires != null && new Date(expires).getTime() <= now

/** How long a token may last, in days; nothing for ever. */
export const EXPIRY_DAYS = [7, 30, 90, 365] as const

const MINUTES_OF_A_DAY = 1440

/** As the server takes it (admin portal spec §4): no expiry is null. */
export const minutesOf = (days: string): number | null => (days === '' ? null : Number(days) * MINUTES_OF_A_DAY)
