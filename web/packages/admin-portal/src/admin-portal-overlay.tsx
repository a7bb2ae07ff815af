import { useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { AdminPortal, type AdminPortalProps } from './admin-portal'
import classes from './admin-portal-overlay.module.css'
import { useT } from './portal.texts'

export interface AdminPortalOverlayProps extends Omit<AdminPortalProps, 'onClose'> {
  readonly opened: boolean
  readonly onClose: () => void
}

/**
 * The portal over the product's own page, which neither scrolls nor takes focus meanwhile. It keeps its place to itself
 * unless `history` says otherwise: the address stays the product's.
 */
export function AdminPortalOverlay({ opened, ...portal }: AdminPortalOverlayProps) {
  return opened ? createPortal(<Overlay {...portal} />, document.body) : null
}

function Overlay({ history = 'memory', ...portal }: Omit<AdminPortalOverlayProps, 'opened'>) {
  const t = useT()
  const layer = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (layer.current ? coverPage(layer.current) : undefined), [])
  return (
    <div ref={layer} className={classes.overlay} role="dialog" aria-modal aria-label={t('overlay')} tabIndex={-1}>
      <AdminPortal {...portal} history={history} />
    </div>
  )
}

/** Everything else that is in the page now cannot be reached; dialogs of the portal come into it later. */
function coverPage(layer: HTMLElement): () => void {
  const { body, activeElement } = document
  const covered = [...body.children].filter((one) => one !== layer && !one.hasAttribute('inert'))
  const { overflow } = body.style
  for (const one of covered) one.setAttribute('inert', '')
  body.style.overflow = 'hidden'
  layer.focus()
  return () => {
    for (const one of covered) one.removeAttribute('inert')
    body.style.overflow = overflow
    if (activeElement instanceof HTMLElement) activeElement.focus()
  }
}
