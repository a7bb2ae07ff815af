import type { Environment } from '@gatehouse/sdk'

type TabStorage = Pick<Environment, 'tabStorage'>

const KEY = 'gatehouse.login-failure'

/** Keeps the reason of a failed sign-in for the login page that follows. */
export const saveLoginFailure = ({ tabStorage }: TabStorage, text: string): void => tabStorage.setItem(KEY, text)
export const readLoginFailure = ({ tabStorage }: TabStorage): string | null => tabStorage.getItem(KEY)
export const clearLoginFailure = ({ tabStorage }: TabStorage): void => tabStorage.removeItem(KEY)
