import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'
import { keepFocus } from './focus-keeper'
import { type FocusPlace, focusPlace, placeOf } from './focus-place'

interface Dialog {
  readonly opened: boolean
  readonly onClose: () => void
}

/**
 * What every dialog and drawer does alike: `<Modal {...useDialog({ opened, onClose })} title="…">`. Escape closes the
 * topmost one only, where Mantine's own listeners would each close theirs; and focus goes back to where it was, also
 * when the opener was an item of a menu, when it is gone by then, and when the dialog is rendered only while it is open:
 * Mantine's own return of focus, which is off, knows none of these. While it is open, focus stays in it where what had it
 * goes away. Mantine's stacks do not replace it: `Modal.Stack` and `Drawer.Stack` do not know of each other, so that a
 * question over a drawer would close both, and they hide the dialog below instead of leaving it in sight.
 */
export function useDialog({ opened, onClose }: Dialog) {
  const ref = useRef<HTMLDivElement>(null)
  const opener = useRef<FocusPlace>([])
  const wasOpened = useRef(false)
  // While rendering, because what was clicked may be gone from the page as soon as the dialog is in it.
  if (opened && !wasOpened.current) opener.current = currentOpener()
  wasOpened.current = opened

  const stopKeeping = useRef<() => void>(undefined)
  // Its element comes and goes with Mantine's portal.
  const keep = useCallback((dialog: HTMLDivElement | null) => {
    ref.current = dialog
    stopKeeping.current?.()
    stopKeeping.current = dialog ? keepFocus(dialog, 'dialog') : undefined
  }, [])
  const close = useRef(onClose)
  close.current = onClose
  // A key that is pressed as soon as the dialog is seen is meant for it.
  useLayoutEffect(() => {
    if (!opened) return
    const layer = { close: () => close.current(), ref, opener: opener.current }
    const leave = enter(layer)
    if (ref.current) keep(ref.current)
    return () => {
      leave()
      // While it fades away, focus is what comes next's.
      stopKeeping.current?.()
      // After what comes next has taken focus, if anything does.
      setTimeout(() => giveBack(opener.current, ref.current))
    }
  }, [opened, keep])
  return { ref: keep, opened, onClose, closeOnEscape: false, returnFocus: false } as const
}

interface Layer {
  readonly close: () => void
  readonly ref: RefObject<HTMLElement | null>
  readonly opener: FocusPlace
}

const layers: Layer[] = []

function enter(layer: Layer): () => void {
  if (layers.length === 0) window.addEventListener('keydown', closeTop, { capture: true })
  layers.push(layer)
  return () => {
    layers.splice(layers.indexOf(layer), 1)
    if (layers.length === 0) window.removeEventListener('keydown', closeTop, { capture: true })
  }
}

function closeTop(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  // An open list or menu inside the dialog takes the key for itself.
  const isTaken =
    event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true'
  if (!isTaken) layers.at(-1)?.close()
}

/**
 * An item of a menu is gone as soon as it is chosen: what counts is the button that opened the menu. A dialog may be gone
 * as soon as the next one stands in its place: then it is what opened the first.
 */
function currentOpener(): FocusPlace {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) return []
  const menuButton = active.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = menuButton ? document.getElementById(menuButton) : active
  if (!opener) return []
  const place = placeOf(opener)
  const around = layers.find(({ ref }) => ref.current?.contains(opener))
  return around ? [...place.filter((one) => around.ref.current?.contains(one)), ...around.opener] : place
}

/** A dialog that fades away still holds focus, and takes it along. */
function giveBack(opener: FocusPlace, dialog: HTMLElement | null): void {
  const active = document.activeElement
  if (active && active !== document.body && !dialog?.contains(active)) return
  focusPlace(opener)
}
