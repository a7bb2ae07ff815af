import { useState } from 'react'
import { AdminPortal, type AdminPortalProps } from '../admin-portal'
import classes from './preview.module.css'
import { useT } from './preview.texts'
import { createPreviewSession } from './preview-session'

export { createPreviewSession }

export type AdminPortalPreviewProps = Omit<AdminPortalProps, 'session' | 'loginUrl'>

/** The portal with every page, in the vendor's looks, for an account that there is not. */
export function AdminPortalPreview(props: AdminPortalPreviewProps) {
  const t = useT()
  const [session] = useState(() => createPreviewSession())
  return (
    <>
      <AdminPortal {...props} session={session} />
      <p role="note" aria-label={t('label')} className={classes.notice}>
        {t('notice')}
      </p>
    </>
  )
}
