import { useT } from '../texts'
import { PageLink } from './PageLink'

export function BackToSignIn() {
  const t = useT()
  return <PageLink to="loginUrl">{t('backToSignIn')}</PageLink>
}
