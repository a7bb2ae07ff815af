import { useLogin } from '../context'
import { OneClickPage } from '../frame/one-click-page'
import { unlock } from './calls'
import { useT } from './unlock.texts'

/** Opened from the mail about a locked account. */
export function UnlockPage() {
  const { session } = useLogin()
  return <OneClickPage t={useT()} act={(token) => unlock(session.call, token)} />
}
