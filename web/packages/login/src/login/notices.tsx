import { useSessionState } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { useEffect, useState } from 'react'
import { useLogin } from '../context'
import { clearLoginFailure, readLoginFailure } from '../form/login-failure'
import { useT } from '../texts'
import classes from './login.module.css'

/** Reasons that the server gives. */
type EndReason =
  | 'expired'
  | 'limit'
  | 'by_you'
  | 'by_admin'
  | 'credentials'
  | 'reused'
  | 'second_factor'
  | 'no_access'
  | 'not_admitted'

/** Steps that other pages redirect to, each with a message about what was done. */
const COMPLETED_STEPS = ['passwordChanged', 'activated', 'accepted', 'recovered'] as const

/** Messages above the sign-in form. */
export function Notices({ isInvitationInvalid }: { readonly isInvitationInvalid: boolean }) {
  const t = useT()
  const { step, session } = useLogin()
  const { ended } = useSessionState() as { readonly ended?: EndReason }
  const done = COMPLETED_STEPS.find((name) => name === step)
  const cookiesWork = session.environment.keepsCookies()
  const [failure] = useState(() => readLoginFailure(session.environment))
  useEffect(() => clearLoginFailure(session.environment), [session])
  if (!done && !failure && !ended && cookiesWork && !isInvitationInvalid) return null
  return (
    <div className={classes.notices}>
      {done && <InlineAlert tone="success">{t(`login.${done}`)}</InlineAlert>}
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      {ended && !done && <InlineAlert tone="info">{t(`login.ended.${ended}`)}</InlineAlert>}
      {isInvitationInvalid && (
        <InlineAlert tone="warning" title={t('invitation.linkDead')}>
          {t('invitation.linkDeadText')}
        </InlineAlert>
      )}
      {!cookiesWork && <InlineAlert tone="warning">{t('login.noCookies')}</InlineAlert>}
    </div>
  )
}
