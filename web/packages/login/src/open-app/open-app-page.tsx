import { checkRedirect } from '@gatehouse/sdk'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from './open-app.texts'
import { parseAppTarget, parseLinkTarget } from './target'

/**
 * Returns to an app that opened the browser for sign-in. Requires a click, because browsers do not open apps without
 * one.
 */
export function OpenAppPage() {
  const t = useT()
  const { session, search, redirects } = useLogin()
  const { href, navigate } = session.environment
  const wish = search.get('redirectUrl')
  const target =
    parseAppTarget(wish) ?? parseLinkTarget(href()) ?? (wish && checkRedirect(wish, redirects, new URL(href())))
  if (!target) return <Step title={t('nowhere')} lead={t('nowhereText')} footer={<BackToSignIn />} />
  return (
    <Step title={t('title')} lead={t('text', { target: target.split(/[?#]/)[0] ?? '' })}>
      <div className={frame.actions}>
        <Button fullWidth data-first onClick={() => navigate(target)}>
          {t('submit')}
        </Button>
      </div>
    </Step>
  )
}
