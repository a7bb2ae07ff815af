import { useT } from '../texts'
import { PageLink } from './page-link'

export function BackToSignIn() {
  const t = useT()
  return <PageLink to="loginUrl">{t('backToSignIn')}</PageLink>
}
