/** The overlay takes focus along when it goes, and it may go after the page has changed beneath it. */
export function focusAfterOverlay(): void {
  // What it removes loses focus with the next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const { activeElement } = document
      if (activeElement && activeElement !== document.body) return
      document.querySelector('main')?.focus({ preventScroll: true })
    }),
  )
}
