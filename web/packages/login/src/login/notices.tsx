import { InlineAlert } from '@gatehouse/ui'
import { useEffect, useState } from 'react'
import { useLogin } from '../context'
import { forgetFailure, keptFailure } from '../form/failures'
import { useT } from '../texts'
import classes from './login.module.css'

/** Steps that other pages end with here, each with a sentence of what they did. */
const DONE = ['passwordChanged', 'activated', 'accepted', 'recovered'] as const

/** What one should know before signing in. */
export function Notices({ isInvitationDead }: { readonly isInvitationDead: boolean }) {
  const t = useT()
  const { step, session } = useLogin()
  const done = DONE.find((name) => name === step)
  const cookiesWork = session.environment.keepsCookies()
  const [failure] = useState(() => keptFailure(session.environment))
  useEffect(() => forgetFailure(session.environment), [session])
  if (!done && !failure && cookiesWork && !isInvitationDead) return null
  return (
    <div className={classes.notices}>
      {done && <InlineAlert tone="success">{t(`login.${done}`)}</InlineAlert>}
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      {isInvitationDead && (
        <InlineAlert tone="warning" title={t('invitation.linkDead')}>
          {t('invitation.linkDeadText')}
        </InlineAlert>
      )}
      {!cookiesWork && <InlineAlert tone="warning">{t('login.noCookies')}</InlineAlert>}
    </div>
  )
}
