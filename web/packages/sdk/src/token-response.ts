import type { LoginAnswer } from './user'

/** OAuth's names for the same values. The id token serves as access token, because it has all claims. */
export interface TokenResponse {
  readonly id_token: string
  readonly refresh_token?: string
  /** Seconds. */
  readonly expires_in?: number
}

const DEFAULT_LIFETIME_SECONDS = 300

export function toLoginAnswer({
  id_token,
  refresh_token,
  expires_in = DEFAULT_LIFETIME_SECONDS,
}: TokenResponse): LoginAnswer {
  return { accessToken: id_token, expiresIn: expires_in, ...(refresh_token && { refreshToken: refresh_token }) }
}
