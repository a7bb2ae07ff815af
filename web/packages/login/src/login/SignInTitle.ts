import { useLogin } from '../context'
import { useInvitation } from '../invitation'
import { useT } from '../texts'

/** "Sign in to Acme", or to join the tenant whose invite link brought the person here. */
export function useSignInTitle(): string {
  const t = useT()
  const { name } = useLogin().settings.vendor
  const { tenant } = useInvitation()
  if (tenant) return t('login.titleJoin', { tenant })
  return name ? t('login.titleTo', { product: name }) : t('login.title')
}
