import { useLogin } from '../context'
import { PageLink } from '../frame/PageLink'
import { useT } from '../texts'

export function SignUpOffer() {
  const t = useT()
  if (!useLogin().settings.allowSignups) return null
  return (
    <>
      {t('login.newHere')} <PageLink to="signUpUrl">{t('login.signUp')}</PageLink>
    </>
  )
}
