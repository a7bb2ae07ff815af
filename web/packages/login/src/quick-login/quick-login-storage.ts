import { type Environment, STORAGE_KEYS } from '@gatehouse/sdk'

// Names that the hosted platform's own clients use (wire reference §4).
const PREFERRED = 'preferred-login-method'
const REGISTER = 'register-quick-login'
const SMS = 'smscode'

type LocalStorage = Pick<Environment, 'storage'>

/** Remembers the user who signed in another way, and cancels a pending enrollment. */
export function rememberUser(environment: LocalStorage, userId: string | undefined): void {
  if (userId) environment.storage.setItem(STORAGE_KEYS.userId, userId)
  cancelEnrollment(environment)
}

/** Returns the id of the user who signs in with a text message here, or null. */
export const getQuickLoginUser = ({ storage }: LocalStorage): string | null =>
  storage.getItem(PREFERRED) === SMS ? storage.getItem(STORAGE_KEYS.userId) : null

export function preferSms(environment: LocalStorage, userId: string): void {
  environment.storage.setItem(PREFERRED, SMS)
  rememberUser(environment, userId)
}

export function forgetUser({ storage }: LocalStorage): void {
  storage.removeItem(PREFERRED)
  storage.removeItem(STORAGE_KEYS.userId)
}

/** The next sign-in continues with the enrollment. */
export const startEnrollment = ({ storage }: LocalStorage): void => storage.setItem(REGISTER, SMS)
export const isEnrollmentPending = ({ storage }: LocalStorage): boolean => storage.getItem(REGISTER) === SMS
export const cancelEnrollment = ({ storage }: LocalStorage): void => storage.removeItem(REGISTER)
