import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { useT } from '../texts'
import { ProviderLogo } from './provider-logo'
import classes from './social.module.css'
import { buildStartUrl } from './start-url'

export interface SocialButtonsProps {
  readonly action: 'login' | 'signUp'
  /** Shows a divider below the form. */
  readonly besideForm?: boolean
}

/** A link for each enabled provider. */
export function SocialButtons({ action, besideForm = false }: SocialButtonsProps) {
  const t = useT()
  const { session, settings, hrefOf, search } = useLogin()
  const page = new URL(hrefOf('socialLoginCallbackUrl'), session.environment.href()).href
  const email = search.get('login_hint') ?? undefined
  const way = { baseUrl: session.baseUrl, page, action, ...(email && { email }) }
  return (
    <div className={classes.social}>
      {besideForm && <div className={classes.divider}>{t('social.or')}</div>}
      <ul className={classes.providers}>
        {settings.social.map((provider) => (
          <li key={provider.name}>
            <Button
              component="a"
              href={buildStartUrl(provider, way)}
              variant="default"
              fullWidth
              leftSection={<ProviderLogo name={provider.name} logo={provider.logo} />}
              {...(!besideForm && { 'data-first': true })}
            >
              {t('social.with', { provider: provider.title })}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
