import { useLogin } from '../context'
import { OneClickPage } from '../frame/one-click-page'
import { PageLink } from '../frame/page-link'
import { endSession } from './calls'
import { useT } from './end-session.texts'

/** Opened from the mail about a sign-in from a new location. */
export function EndSessionPage() {
  const t = useT()
  const { session } = useLogin()
  const next = <PageLink to="forgotPasswordUrl">{t('newPassword')}</PageLink>
  return <OneClickPage t={t} action={(token) => endSession(session.call, token)} next={next} />
}
