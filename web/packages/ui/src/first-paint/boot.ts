// Runs in the head of every page before the first paint; the build inlines it into the HTML. It must not depend on
// anything that has to be loaded.

import { LANGUAGES, preferredLanguage, textLanguage } from '../language/preferred'
import { findTrouble, tryAgain, tryWhenBack } from './recovery'
import { SCHEME_KEY } from './scheme'

const page = document.documentElement

/** Applies the chosen or the system's color scheme before the first paint, so that the page does not flash. */
function setScheme() {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(SCHEME_KEY)
  } catch {
    // Storage is blocked, so no choice was stored.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}

/** Shows the failure if the app's own script or style sheet did not load. */
async function tell() {
  const trouble = await findTrouble()
  if (trouble === 'reloading') return
  const read = textLanguage(preferredLanguage())
  const language = LANGUAGES.some(({ code }) => code === read) ? read : 'en'
  for (const place of document.querySelectorAll<HTMLElement>('[data-trouble]')) {
    place.hidden = place.dataset.trouble !== trouble || place.lang !== language
    place.querySelector('button')?.addEventListener('click', () => void tryAgain())
  }
  if (trouble === 'offline') tryWhenBack()
}

function hear({ target }: Event) {
  const isOfApp =
    (target instanceof HTMLScriptElement && target.type === 'module') ||
    (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
  // Once the app runs, it reports failures itself.
  if (!isOfApp || document.querySelector('#root > :not([data-first])')) return
  window.removeEventListener('error', hear, true)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void tell())
  else void tell()
}

setScheme()
window.addEventListener('error', hear, true)
