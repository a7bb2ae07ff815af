import { leavePage } from '@gatehouse/ui'
import { useEffect, useLayoutEffect, useRef } from 'react'
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
 * unless `history` says otherwise: the address stays the product's. Escape closes it, as every dialog.
 */
export function AdminPortalOverlay({ opened, ...portal }: AdminPortalOverlayProps) {
  return opened ? createPortal(<Overlay {...portal} />, document.body) : null
}

function Overlay({ history = 'memory', ...portal }: Omit<AdminPortalOverlayProps, 'opened'>) {
  const t = useT()
  const layer = useRef<HTMLDivElement>(null)
  const close = useRef(portal.onClose)
  close.current = portal.onClose
  useLayoutEffect(() => (layer.current ? coverPage(layer.current) : undefined), [])
  useEffect(
    () => (layer.current ? onEscape(layer.current, () => void leavePage(() => close.current())) : undefined),
    [],
  )
  return (
    <div ref={layer} className={classes.overlay} role="dialog" aria-modal aria-label={t('overlay')} tabIndex={-1}>
      <AdminPortal {...portal} history={history} />
    </div>
  )
}

/** Everything else that is in the page now cannot be reached; dialogs of the portal come into it later. */
function coverPage(layer: HTMLElement): () => void {
  const { body, activeElement } = document
  const covered = [...body.children].filter((one) => one !== layer && !one.matches(LEFT))
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

// Menus and dialogs of the portal, too, come into the place that the library has made for those of before.
const LEFT = '[inert], [data-mantine-shared-portal-node]'

/** Menus and dialogs are outside the layer, so keys that they handle never arrive here. */
function onEscape(layer: HTMLElement, act: () => void): () => void {
  const stop = new AbortController()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
    if (event.target instanceof Element && !event.target.matches(TAKES_IT)) act()
  }
  layer.addEventListener('keydown', onKeyDown, stop)
  return () => stop.abort()
}

// It closes the list or menu below, or empties the search.
const TAKES_IT = [
  '[data-mantine-stop-propagation="true"]',
  '[aria-haspopup][aria-expanded="true"]',
  '[role="searchbox"]:not(:placeholder-shown)',
].join()
