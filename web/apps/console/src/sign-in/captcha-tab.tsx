import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { SettingsBody } from '../shared/settings-body'
import { captchaQuery } from './captcha.queries'
import { CaptchaCard } from './captcha-card'
import { useT } from './sign-in.texts'

export function CaptchaTab() {
  const t = useT()
  const policy = useQuery(captchaQuery(useApi()))
  return (
    // Remounts after saving, so that no secret stays on the page.
    <SettingsBody needs={[policy]} change="vendor.write.configuration" readOnly={t('readOnly')}>
      {() => <CaptchaCard key={policy.data?.updatedAt} policy={policy.data ?? null} />}
    </SettingsBody>
  )
}
