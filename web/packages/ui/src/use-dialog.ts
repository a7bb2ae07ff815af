import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { keepFocus } from './focus-keeper'
import { type FocusPath, getFocusPath, restoreFocus } from './focus-path'

interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
}

/**
 * The common behavior of dialogs and drawers: `<Modal {...useDialog({ opened, onClose })} title="…">`. Escape closes
 * only the topmost one, and focus returns to the opener, also if it was a menu item, is gone, or the dialog is rendered
 * only while open; Mantine's own focus return, which is off, handles none of these. While open, focus is kept inside.
 * Mantine's stacks are no replacement: `Modal.Stack` and `Drawer.Stack` do not know each other, so a question over a
 * drawer would close both, and they hide the dialog below.
 */
export function useDialog({ opened, onClose }: Dialog) {
  const ref = useRef<HTMLDivElement>(null)
  const opener = useRef<FocusPath>([])
  const wasOpened = useRef(false)
  // During render, because the clicked element may be removed when the dialog is rendered.
  if (opened && !wasOpened.current) opener.current = findOpener()
  wasOpened.current = opened

  const stopKeeping = useRef<() => void>(undefined)
  // Mantine's portal mounts and unmounts its element.
  const keep = useCallback((dialog: HTMLDivElement | null) => {
    ref.current = dialog
    stopKeeping.current?.()
    stopKeeping.current = dialog ? keepFocus(dialog, 'dialog') : undefined
  }, [])
  const close = useRef(onClose)
  close.current = onClose
  // A key pressed as soon as the dialog is visible must reach it.
  useLayoutEffect(() => {
    if (!opened) return
    const layer = { close: () => close.current(), ref, opener: opener.current }
    const leave = addLayer(layer)
    if (ref.current) keep(ref.current)
    return () => {
      leave()
      // While it fades out, focus belongs to the next element.
      stopKeeping.current?.()
      // After the next dialog, if any, has taken focus.
      setTimeout(() => returnFocus(opener.current, ref.current))
    }
  }, [opened, keep])
  return { ref: keep, opened, onClose, closeOnEscape: false, returnFocus: false } as const
}

interface Layer {
  readonly close: () => void
  readonly ref: RefObject<HTMLElement | null>
  readonly opener: FocusPath
}

const layers: Layer[] = []

function addLayer(layer: Layer): () => void {
  if (layers.length === 0) window.addEventListener('keydown', closeTop, { capture: true })
  layers.push(layer)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    if (layers.length === 0) window.removeEventListener('keydown', closeTop, { capture: true })
  }
}

function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list or menu inside the dialog handles the key itself.
  const isTaken =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (!isTaken) layers.at(-1)?.close()
}

/**
 * A chosen menu item is removed at once, so the menu's button counts as the opener. If a dialog replaces another, the
 * first one's opener counts.
 */
function findOpener(): FocusPath {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return []
  const menuButton = active.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : active
  if (!opener) return []
  const place = getFocusPath(opener)
  const around = layers.find(({ ref }) => ref.current?.contains(opener))
  return around ? [...place.filter((one) => around.ref.current?.contains(one)), ...around.opener] : place
}

/** A dialog that fades out still has focus and would take it along. */
function returnFocus(opener: FocusPath, dialog: HTMLElement | null): void {
  const active = document.activeElement
  if (active && active !== document.body && !dialog?.contains(active)) return
  restoreFocus(opener)
}
