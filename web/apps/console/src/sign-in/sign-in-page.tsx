import { TabbedPage } from '@gatehouse/admin-portal/kit'
import { ViewAsCode } from '../configuration/view-as-code'
import { TABS } from './sign-in.tabs'
import { useT } from './sign-in.texts'

export function SignInPage() {
  const t = useT()
  return (
    <TabbedPage
      {...TABS}
      path="sign-in"
      title={t('title')}
      purpose={t('purpose')}
      action={<ViewAsCode tables={['sign_in', 'second_factors', 'social', 'custom_social', 'sso', 'policies']} />}
    />
  )
}
