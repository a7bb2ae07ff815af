// Runs in the head of every page, before anything is painted; the build writes it into the HTML. It may need nothing
// that has to be loaded.

import { LANGUAGES, preferredLanguage, textLanguage } from '../language/preferred'
import { findTrouble, tryAgain, tryWhenBack } from './recovery'
import { SCHEME_KEY } from './scheme'

const page = document.documentElement

/** As the person chose, else as the system is: a page that turns dark later would flash. */
function setScheme() {
  let chosen: string | null = null
  try {
    chosen = localStorage.getItem(SCHEME_KEY)
  } catch {
    // Where nothing may be kept nothing was chosen.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
}

/** The app's own script or sheet did not come, so nothing of the app can say so. */
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
  // Once the app runs it tells by itself what it misses.
  if (!isOfApp || document.querySelector('#root > :not([data-first])')) return
  window.removeEventListener('error', hear, true)
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => void tell())
  else void tell()
}

setScheme()
window.addEventListener('error', hear, true)
